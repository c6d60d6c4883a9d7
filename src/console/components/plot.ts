import 'uplot/dist/uPlot.min.css';
// uPlot formats with the language of the browser as soon as it is loaded.
import '../state/repairedLanguages';
import UPlot from 'uplot';
import { type ChartMark, type ChartSeries, placeLabels, stepOf } from './chartBars';

/** The contents of a chart. */
export interface CountPlot {
  readonly series: readonly ChartSeries[];
  readonly marks: readonly ChartMark[];
  readonly unit: string;
  /** In pixels. */
  readonly height: number;
  readonly locale: string;
  readonly timeZone: 'local' | 'utc';
}

/** Reads a colour of the style sheet, as canvases need it. */
function colorOf(element: Element, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Adds each series to those below it. */
function stack(series: readonly ChartSeries[]): number[][] {
  const sums: number[][] = [];
  for (const { points } of series) {
    const below = sums.at(-1);
    sums.push(points.map(([, count], index) => count + (below?.[index] ?? 0)));
  }
  return sums;
}

const FONT = '11px system-ui';

const DAY = 86_400;
/** Distances of the labels of days: nearer ones would name a day twice. */
const DAYS = [1, 2, 3, 4, 5, 7, 10, 14, 21, 28, 60, 90].map((days) => days * DAY);

/** Height of the labels of marks above the bars, in pixels. */
const LABEL_HEIGHT = 18;

/** Draws stacked bars into an element. Each bar fills the time from its point to the next one. */
export function drawCounts(element: HTMLElement, plot: CountPlot): UPlot {
  const { series, marks, height, locale, timeZone, unit } = plot;
  const points = series[0]?.points ?? [];
  const step = stepOf(points);
  const begin = points[0]?.[0] ?? 0;
  const end = begin + points.length * step;
  const zone = timeZone === 'utc' ? { timeZone: 'UTC' } : {};
  const hour = new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short' });
  const short = new Intl.NumberFormat(locale, { notation: 'compact' });
  const lineColor = colorOf(element, '--border');
  const textColor = colorOf(element, '--text-muted');
  const axis = {
    stroke: textColor,
    font: FONT,
    ticks: { show: false },
    grid: { stroke: lineColor, width: 1 },
  };
  // The highest series is drawn first, and lower ones over it.
  const drawn = [...series].map((one, index) => ({ ...one, index })).reverse();
  const sums = stack(series);
  return new UPlot(
    {
      width: element.clientWidth,
      height,
      ...(marks.length > 0 && { padding: [LABEL_HEIGHT, null, null, null] }),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { range: () => [begin, end] },
        y: { range: (_, _low, high) => [0, Math.max(1, high * 1.05)] },
      },
      axes: [
        {
          ...axis,
          size: 24,
          grid: { show: false },
          ...(step >= DAY && { incrs: DAYS }),
          values: (_, splits) => splits.map((time) => (step < DAY ? hour : day).format(time * 1000)),
        },
        {
          ...axis,
          size: 44,
          label: unit,
          labelSize: 16,
          labelFont: FONT,
          values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? short.format(value) : '')),
        },
      ],
      series: [
        {},
        ...drawn.map(({ color, label }) => ({
          label,
          fill: colorOf(element, color),
          width: 0,
          points: { show: false },
          ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.8, 40] }) }),
        })),
      ],
      hooks: { draw: [(chart) => drawMarks(chart, marks, colorOf(element, '--border-strong'), textColor)] },
    },
    // Bars are centred on their values.
    [points.map(([seconds]) => seconds + step / 2), ...drawn.map(({ index }) => sums[index] ?? [])],
    element,
  );
}

/** Draws a dashed line at each mark in the range, and above the bars the labels that have room. */
function drawMarks(chart: UPlot, marks: readonly ChartMark[], lineColor: string, textColor: string): void {
  const { ctx, bbox } = chart;
  const { min = 0, max = 0 } = chart.scales['x'] ?? {};
  ctx.save();
  ctx.strokeStyle = lineColor;
  ctx.fillStyle = textColor;
  ctx.font = FONT.replace('11', String(11 * devicePixelRatio));
  ctx.setLineDash([3, 3]);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  const shown = marks
    .filter(({ seconds }) => seconds >= min && seconds <= max)
    .map(({ seconds, label }) => ({
      label,
      x: Math.round(chart.valToPos(seconds, 'x', true)),
      width: ctx.measureText(label).width,
    }));
  const starts = placeLabels(shown, bbox.left, bbox.left + bbox.width, 8 * devicePixelRatio);
  for (const [index, { label, x }] of shown.entries()) {
    const start = starts[index] ?? null;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (start !== null) ctx.fillText(label, start, bbox.top - 5 * devicePixelRatio);
  }
  ctx.restore();
}
