import { Component, createContext, forwardRef, memo, useContext, useMemo, useReducer, useState } from 'react';
import { renderToString } from 'react-dom/server';

const Currency = createContext('EUR');

function Price({ amount }) {
  const currency = useContext(Currency);
  if (amount < 0) throw new RangeError(`a price of ${amount} ${currency}`);
  return <b>{amount.toFixed(2)}</b>;
}

const Line = ({ item, children }) => (
  <li className={item.kind.toLowerCase()}>
    <Price amount={item.price} /> {children}
  </li>
);

const List = memo(function List({ items }) {
  return (
    <ul>
      {items.map((item) => (
        <Line key={item.name} item={item}>
          {format(item.note)}
        </Line>
      ))}
    </ul>
  );
});

function format(note) {
  if (note === null) throw new TypeError('a note of null');
  return note;
}

const Field = forwardRef(({ name, validate }, ref) => <input ref={ref} name={validate(name)} />);

function useTotal(items) {
  return useMemo(() => items.reduce((sum, item) => sum + priceOf(item), 0), [items]);
}

function priceOf({ price }) {
  if (price === undefined) throw new TypeError('an item without price');
  return price;
}

function Total({ items }) {
  const total = useTotal(items);
  return <p>{total}</p>;
}

class Boundary extends Component {
  state = { failed: this.props.failed };

  render() {
    const { render } = this.props;
    if (this.state.failed) throw new Error('the boundary failed');
    return <section>{render?.(this.props)}</section>;
  }
}

function reduce(state, action) {
  if (action === 'burst') throw new Error(`${action} in state ${state}`);
  return state;
}

function Counter({ start }) {
  const [state, dispatch] = useReducer(reduce, start);
  if (state === 1) dispatch('burst');
  return <i>{state}</i>;
}

const Lazy = ({ make }) => {
  const [value] = useState(() => make());
  return <span>{value}</span>;
};

const button = (
  <button
    onClick={(event) => {
      throw new Error(`clicked ${event}`);
    }}
  >
    pay
  </button>
);

const cases = {
  'a component': () => renderToString(<Price amount={-1} />),
  'an arrow component with children': () => renderToString(<Line item={{ price: 1 }}>text</Line>),
  'a component in a list': () => renderToString(<List items={[{ name: 'tea', kind: 'A', price: -3, note: '' }]} />),
  'a callback in JSX': () => renderToString(<List items={[{ name: 'tea', kind: 'A', price: 3, note: null }]} />),
  'forwardRef and a property that is a function': () =>
    renderToString(
      <Field
        name="amount"
        validate={(name) => {
          throw new Error(`the field ${name} is not valid`);
        }}
      />,
    ),
  'a hook': () => renderToString(<Total items={[{ price: 1 }, {}]} />),
  'a class component': () => renderToString(<Boundary failed />),
  'a render property': () => renderToString(<Boundary render={({ items }) => items.map(priceOf)} />),
  'a reducer': () => renderToString(<Counter start={1} />),
  'an initial state': () => renderToString(<Lazy make={() => format(null)} />),
  'a handler of an event': () => button.props.onClick('twice'),
  'a component in a provider': () =>
    renderToString(
      <Currency.Provider value="USD">
        <Price amount={-2} />
      </Currency.Provider>,
    ),
};

export const loadGroups = () => [['react', cases]];
