import { barAt, chosenBars, chosenByKey, placeLabels } from '../../src/console/components/chartBars';

const HOUR = 3600;
const series = [
  { label: 'Accepted', color: '--accent', points: [0, 1, 2, 3].map((hour) => [hour * HOUR, hour] as const) },
  { label: 'Filtered', color: '--border', points: [0, 1, 2, 3].map((hour) => [hour * HOUR, 10] as const) },
];

test('the bar at a place is the one drawn there, and beside the bars the nearest one', () => {
  expect([-5, 0, 24, 25, 99, 400].map((distance) => barAt(distance, 100, 4))).toEqual([0, 0, 0, 1, 3, 3]);
});

test('several bars have the time and the counts of all of them, in whichever direction they were chosen', () => {
  const marks = [
    { seconds: HOUR, label: '1.0' },
    { seconds: 3 * HOUR, label: '2.0' },
  ];
  const expected = { first: 1, last: 2, from: HOUR, until: 3 * HOUR, counts: [3, 20], marks: marks.slice(0, 1) };
  expect(chosenBars({ anchor: 1, at: 2 }, series, marks)).toEqual(expected);
  expect(chosenBars({ anchor: 2, at: 1 }, series, marks)).toEqual(expected);
});

test('arrows go from bar to bar and no further, and with the shift key the choice grows', () => {
  const from = { anchor: 2, at: 2 };
  expect(chosenByKey('ArrowLeft', from, 4, false)).toEqual({ anchor: 1, at: 1 });
  expect(chosenByKey('ArrowLeft', from, 4, true)).toEqual({ anchor: 2, at: 1 });
  expect(chosenByKey('End', from, 4, true)).toEqual({ anchor: 2, at: 3 });
  expect(chosenByKey('ArrowLeft', { anchor: 0, at: 0 }, 4, false)).toEqual({ anchor: 0, at: 0 });
  expect(chosenByKey('Enter', from, 4, false)).toBeNull();
});

test('labels stand over their marks without covering each other or leaving the chart, the last ones first', () => {
  const labels = [5, 50, 60, 98].map((x) => ({ x, width: 20 }));
  expect(placeLabels(labels, 0, 100, 4)).toEqual([0, null, 50, 80]);
  expect(placeLabels([{ x: 50, width: 200 }], 0, 100, 4)).toEqual([null]);
});
