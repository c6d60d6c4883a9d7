/** The records of lists of events and the record of one event are two schemas with the same properties. */
import contract from '../../generated/openapi.json';

const { Event: inList, EventDetail: detail } = contract.components.schemas;

test('the properties of both are the same', () => expect(inList.properties).toEqual(detail.properties));

/** The neighbours in the issue, which lists leave out. */
const NEIGHBOURS = { nextEventID: ['previousEventID'], previousEventID: ['nextEventID'] };

test('a detail requires all of them but the neighbours, of which it has both or none', () => {
  const required = [...detail.required, ...Object.keys(NEIGHBOURS)];
  expect(required.sort()).toEqual(Object.keys(detail.properties).sort());
  expect(detail.dependentRequired).toEqual(NEIGHBOURS);
});

test('a record of a list has all fields of the body or none', () => {
  const body = detail.required.filter((name) => !inList.required.includes(name));
  const [first = '', ...others] = body;
  expect(inList.required).toEqual(detail.required.slice(0, inList.required.length));
  expect(inList.dependentRequired).toEqual({
    [first]: others,
    ...Object.fromEntries(others.map((name) => [name, [first]])),
    ...NEIGHBOURS,
  });
});
