import { TestSlots } from '../../src/alerts/channel';
import { Unavailable } from '../../src/domain/errors';

const REFUSED = new Unavailable('Busy.', 15);

test('tests of an organization leave slots to all others', () => {
  const slots = new TestSlots();
  for (let organization = 0; organization < 100; organization += 1)
    for (let id = 0; id < 4; id += 1) slots.begin(String(organization), String(id), REFUSED);
  expect(() => slots.begin('7', '9', REFUSED)).toThrow(REFUSED);
  expect(() => slots.begin('100', '9', REFUSED)).not.toThrow();
});

test('a slot is one at a time for each subject, and free when the test ends', () => {
  const slots = new TestSlots();
  const end = slots.begin('1', 'a', REFUSED);
  expect(() => slots.begin('1', 'a', REFUSED)).toThrow(REFUSED);
  const others = ['b', 'c', 'd'].map((id) => slots.begin('1', id, REFUSED));
  expect(() => slots.begin('1', 'e', REFUSED)).toThrow(REFUSED);
  for (const endOther of [end, ...others]) endOther();
  expect(() => slots.begin('1', 'a', REFUSED)).not.toThrow();
});
