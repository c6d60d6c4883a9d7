import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Basket from './Basket.vue';
import Cart from './Cart.vue';

/** Renders a component. Errors are thrown, and warnings are not written to the console. */
async function render(component, props) {
  const app = createSSRApp(component, props);
  app.config.warnHandler = () => undefined;
  app.config.throwUnhandledErrorInProduction = true;
  return renderToString(app);
}

/** Renders a component, and calls a method of the object that it emits. */
async function call(component, props, method) {
  let instance;
  await render(component, { ...props, onReady: (ready) => (instance = ready) });
  return method(instance);
}

const cases = {
  'setup of a script': () => render(Cart, { items: null }),
  'a function of setup in the template': () => render(Cart, { items: [{ name: 'tea', price: -1 }] }),
  'a computed value of setup': () => render(Cart, { items: [{ name: 'tea' }] }),
  'a property in the template': () => render(Cart, { items: [{ price: 1 }] }),
  'a function of setup': () => call(Cart, { items: [] }, (cart) => cart.pay(-1)),
  'an async function of setup': () => call(Cart, { items: [] }, (cart) => cart.send('')),
  'data of options': () => render(Basket, { owner: null }),
  'a computed option': () => render(Basket, { owner: 'Ann', discount: 2 }),
  'a method of options in the template': () => render(Basket, { owner: 'Ann', discount: 0 }),
  'a method of options': () => call(Basket, { owner: 'Bob', discount: 0.5 }, (basket) => basket.close()),
};

export const loadGroups = () => [['vue', cases]];
