/*
 * Goes through a page of the console by keys alone, and notes elements that keys do not reach, and places where nobody
 * sees the focus.
 */
import type { Page } from 'playwright-core';

/**
 * Runs in the page. It keeps the elements that people use within a root, how each looks without the focus, and how with
 * it. Only `look` is called between keys: nothing here moves the focus.
 */
const OBSERVER = `
globalThis.keyboard ??= (() => {
  const USED = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  const ITEMS = '[role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio]';
  // Choices of a list that is open beside its field are reached by arrows, which are tested where they are.
  const isOff = (element) => element.matches(':disabled, [aria-disabled=true], ' + ITEMS) || element.closest('[inert]') !== null;
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    // Content for screen readers only is cut off wholly.
    return width > 1 && height > 1 && getComputedStyle(element).clipPath !== 'inset(50%)' && element.checkVisibility({ visibilityProperty: true });
  };
  // An age changes between two looks; the time that it counts from does not.
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const time of copy.querySelectorAll('time')) time.replaceWith(time.dateTime);
    return copy.textContent;
  };
  const nameOf = (element) => {
    const text = element.getAttribute('aria-label') ?? textOf(element.labels?.[0] ?? element);
    return text.trim().replaceAll(/\\s+/g, ' ').slice(0, 60) + ' (' + element.localName + ')';
  };
  const outlineOf = (element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return (outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineStyle + outlineWidth + outlineColor) + boxShadow;
  };
  // A field can show its focus at the box around it.
  const lookOf = (element) => [element, element.parentElement, element.parentElement?.parentElement].map((one) => one ? outlineOf(one) : '').join('|');
  // Nothing of it is seen, such as below a bar that stays at the edge of the screen.
  const isCovered = (element) => {
    const { left, right, top, bottom } = element.getClientRects()[0];
    const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
    return !points.some(([x, y]) => {
      const found = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return found !== null && (element.contains(found) || found.contains(element) && found.localName === 'label');
    });
  };
  let root, targets, unfocused, focused, covered;
  const only = (element) => element !== document.body && element !== null;
  return {
    begin(selector) {
      root = document.querySelector(selector);
      targets = [...root.querySelectorAll(USED)].filter((element) => isSeen(element) && !isOff(element));
      // Of buttons of one name, one takes the focus; arrows choose another.
      targets = targets.filter((one) => one.type !== 'radio' || one.checked || !targets.some((other) => other.name === one.name && other.checked));
      [unfocused, focused, covered] = [new Map(), new Map(), new Set()];
      for (const element of targets) if (element !== document.activeElement) unfocused.set(element, lookOf(element));
      return targets.length;
    },
    look() {
      const element = document.activeElement;
      if (!only(element)) return null;
      const index = targets.indexOf(element);
      if (index >= 0) {
        focused.set(element, lookOf(element));
        if (isCovered(element)) covered.add(element);
      }
      return { index, name: nameOf(element), popup: element.localName === 'button' ? element.getAttribute('aria-haspopup') : null, isInside: root.contains(element) };
    },
    finish() {
      const there = targets.filter((element) => element.isConnected && isSeen(element) && !isOff(element));
      for (const element of there) if (!unfocused.has(element) && element !== document.activeElement) unfocused.set(element, lookOf(element));
      return [
        ...there.filter((element) => !focused.has(element)).map((element) => 'no key reaches ' + nameOf(element)),
        ...there.filter((element) => focused.has(element) && focused.get(element) === unfocused.get(element)).map((element) => 'nothing shows the focus of ' + nameOf(element)),
        ...[...covered].map((element) => 'something covers ' + nameOf(element) + ' when it has the focus'),
      ];
    },
    /** The item of an open menu or list that the next key would choose, and all of them. */
    items() {
      const seen = [...document.querySelectorAll(ITEMS)].filter((element) => isSeen(element) && !element.matches('[aria-disabled=true]'));
      const active = document.activeElement;
      const id = active?.getAttribute('aria-activedescendant');
      const chosen = id ? document.getElementById(id) : active?.matches(ITEMS) ? active : null;
      const backgroundOf = (element) => getComputedStyle(element).backgroundColor + outlineOf(element);
      const other = seen.find((element) => element !== chosen);
      return {
        names: seen.map(nameOf),
        chosen: chosen === null ? null : nameOf(chosen),
        isShown: chosen !== null && (other === undefined || backgroundOf(chosen) !== backgroundOf(other)),
      };
    },
  };
})()`;

interface Look {
  /** The place of the element among the elements of the walk; -1 for another element. */
  readonly index: number;
  readonly name: string;
  /** The kind of popup that the button opens. */
  readonly popup: string | null;
  readonly isInside: boolean;
}

interface Items {
  readonly names: readonly string[];
  readonly chosen: string | null;
  readonly isShown: boolean;
}

/** The elements that keys reach on a part of a page. */
export interface Walk {
  /** The elements that have had the focus, in its order. */
  readonly names: readonly string[];
  /** The elements that nobody can use by keys, or would not see. */
  readonly complaints: readonly string[];
}

/** Presses beyond the number of elements before the focus must be where it began. */
const SPARE = 15;

/** Someone who has keys alone. */
export class KeyboardReader {
  /** Menus that were opened, by the name of their button: the menu of the account is on every page. */
  readonly #opened = new Set<string>();

  constructor(readonly page: Page) {}

  /**
   * Goes through everything below the root by Tab, until the focus is where it began.
   * @param options.opens whether menus and lists are opened on the way; each once by the name of its button
   * @param options.stays whether the focus must not leave the root
   */
  async walk(
    root: string,
    { key = 'Tab', opens = false, stays = false }: { key?: string; opens?: boolean; stays?: boolean } = {},
  ): Promise<Walk> {
    const count = await this.#begin(root);
    const names: string[] = [];
    const complaints: string[] = [];
    let first: number | undefined;
    let last: number | undefined;
    for (let presses = 0; presses < count + SPARE; presses += 1) {
      await this.page.keyboard.press(key);
      const look = await this.#look();
      // Behind the last element of a page and of a dialog are the bars of the browser, which this one does not have.
      if (look === null) continue;
      if (!look.isInside) {
        if (stays) complaints.push(`the focus leaves to ${look.name}`);
        continue;
      }
      // A field for a date has a part for the day, one for the month, and so on.
      if (look.index === last) continue;
      last = look.index;
      // The element that has the focus at last is the one of the beginning.
      if (look.index === first) break;
      if (look.index >= 0) first ??= look.index;
      names.push(look.name);
      if (opens && look.popup !== null && !this.#opened.has(look.name)) {
        this.#opened.add(look.name);
        complaints.push(...(await this.#openAndClose(look.name)));
      }
    }
    complaints.push(...(await this.page.evaluate<string[]>('keyboard.finish()')));
    return { names, complaints };
  }

  /** Presses Tab until the element of that name has the focus. @throws Error if it never has */
  async reach(name: string, root = 'body'): Promise<void> {
    const count = await this.#begin(root);
    for (let presses = 0; presses < 2 * count + SPARE; presses += 1) {
      const look = await this.#look();
      if (look?.isInside === true && look.name.startsWith(name)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`no key reaches “${name}” on ${this.page.url()}`);
  }

  /** Chooses an item of the menu or list of the button that has the focus. @throws Error if arrows do not reach it */
  async choose(item: string): Promise<void> {
    await this.page.keyboard.press('Enter');
    await this.page.locator('[role=menu]:visible, [role=listbox]:visible').waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      const { chosen } = await this.#items();
      if (chosen?.startsWith(item) === true) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`no arrow reaches “${item}” on ${this.page.url()}`);
  }

  /** Returns the name of the element that has the focus. */
  async focused(): Promise<string | null> {
    return (await this.#look())?.name ?? null;
  }

  async #begin(root: string): Promise<number> {
    await this.page.evaluate(OBSERVER);
    return this.page.evaluate<number>(`keyboard.begin(${JSON.stringify(root)})`);
  }

  #look(): Promise<Look | null> {
    return this.page.evaluate<Look | null>('keyboard.look()');
  }

  #items(): Promise<Items> {
    return this.page.evaluate<Items>('keyboard.items()');
  }

  /**
   * Opens the menu or list of the button that has the focus, goes through its items by arrows, and closes it by Escape.
   */
  async #openAndClose(button: string): Promise<string[]> {
    const complaints: string[] = [];
    const popup = this.page.locator('[role=menu]:visible, [role=listbox]:visible, [role=dialog]:visible').first();
    await this.page.keyboard.press('Enter');
    await popup.waitFor();
    const reached = new Set<string>();
    let names: readonly string[] = [];
    // A list can begin with the chosen entry, and end without going round.
    for (const key of ['ArrowDown', 'ArrowUp']) {
      for (let presses = 0; presses <= names.length + 1; presses += 1) {
        const items = await this.#items();
        names = items.names;
        if (items.chosen !== null) {
          reached.add(items.chosen);
          if (!items.isShown) complaints.push(`nothing shows that ${items.chosen} of ${button} is chosen`);
        }
        if (names.every((name) => reached.has(name))) break;
        await this.page.keyboard.press(key);
      }
    }
    if (names.length === 0) complaints.push(`${button} opens nothing to choose from`);
    complaints.push(
      ...names.filter((name) => !reached.has(name)).map((name) => `no arrow reaches ${name} of ${button}`),
    );
    await this.page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    const after = await this.focused();
    if (after !== button) complaints.push(`when ${button} is closed, ${after ?? 'nothing'} has the focus`);
    return complaints;
  }
}
