import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Icon } from '../../components/icons';
import { useFormat } from '../../components/time';
import { useTexts } from '../../state/texts';
import { attachmentsTexts } from '../../texts/attachments';
import styles from './attachments.module.css';
import { MemberList } from './valueTree';
import { ancestorsOf, frameOf, parseViewHierarchy, type ViewNode, visibleNodes } from './viewHierarchyNodes';

/** Views that are unfolded at first. Of a larger tree, only the first levels are. */
const UNFOLDED_VIEWS = 100;
const UNFOLDED_LEVELS = 3;

/** The views of a user interface at the time of an event: a tree, the properties of one view, and a wireframe. */
export default function ViewHierarchy({ text }: { readonly text: string }): ReactNode {
  const texts = useTexts(attachmentsTexts).viewHierarchy;
  const format = useFormat();
  const hierarchy = useMemo(() => parseViewHierarchy(text), [text]);
  if (hierarchy === null) return <p className="muted">{texts.broken}</p>;
  const { nodes, isCut } = hierarchy;
  return (
    <>
      {isCut && <p className="muted">{texts.omitted(format.number(nodes.length))}</p>}
      <Views nodes={nodes} />
    </>
  );
}

function Views({ nodes }: { readonly nodes: readonly ViewNode[] }): ReactNode {
  const texts = useTexts(attachmentsTexts).viewHierarchy;
  const heading = useId();
  const [selectedId, setSelectedId] = useState(0);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(
    () => new Set(nodes.length > UNFOLDED_VIEWS ? nodes.filter(isFoldedAtFirst).map(({ id }) => id) : []),
  );
  const selected = nodes[selectedId];
  if (selected === undefined) return null;
  const selectByPlace = (id: number): void => {
    const above = ancestorsOf(nodes, id);
    setCollapsed((before) => new Set([...before].filter((one) => !above.includes(one))));
    setSelectedId(id);
  };
  const fold = (id: number, isFolded: boolean): void =>
    setCollapsed((before) => new Set(isFolded ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <div className={styles['views']}>
      <Tree nodes={nodes} selected={selected} collapsed={collapsed} onSelect={setSelectedId} onFold={fold} />
      <Wireframe nodes={nodes} selected={selected} onSelect={selectByPlace} />
      <section className={styles['properties']} aria-labelledby={heading}>
        <h3 id={heading}>{texts.properties}</h3>
        <MemberList key={selected.id} members={selected.properties} />
      </section>
    </div>
  );
}

function isFoldedAtFirst({ depth, hasChildren }: ViewNode): boolean {
  return hasChildren && depth + 1 >= UNFOLDED_LEVELS;
}

/** The views as a tree with the keys of trees (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/). */
function Tree({
  nodes,
  selected,
  collapsed,
  onSelect,
  onFold,
}: {
  readonly nodes: readonly ViewNode[];
  readonly selected: ViewNode;
  readonly collapsed: ReadonlySet<number>;
  readonly onSelect: (id: number) => void;
  readonly onFold: (id: number, isFolded: boolean) => void;
}): ReactNode {
  const texts = useTexts(attachmentsTexts).viewHierarchy;
  const list = useRef<HTMLUListElement>(null);
  const visible = useMemo(() => visibleNodes(nodes, collapsed), [nodes, collapsed]);
  const isFolded = collapsed.has(selected.id);
  // A view that a fold hides leaves the place of the keyboard to the nearest one that is seen.
  const active =
    [selected.id, ...ancestorsOf(nodes, selected.id)].find((id) => visible.some((one) => one.id === id)) ?? 0;
  const go = (node: ViewNode | undefined): void => {
    if (node === undefined) return;
    onSelect(node.id);
    list.current?.querySelector<HTMLElement>(`[data-view="${node.id}"]`)?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const index = visible.findIndex(({ id }) => id === active);
    const open = (): void => (isFolded ? onFold(selected.id, false) : go(nodes[selected.id + 1]));
    const close = (): void => {
      if (selected.hasChildren && !isFolded) onFold(selected.id, true);
      else if (selected.parent !== null) go(nodes[selected.parent]);
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(visible[index + 1]),
      ArrowUp: () => go(visible[index - 1]),
      ArrowRight: () => {
        if (selected.hasChildren) open();
      },
      ArrowLeft: close,
      Home: () => go(visible[0]),
      End: () => go(visible.at(-1)),
      Enter: () => onFold(selected.id, selected.hasChildren && !isFolded),
      ' ': () => onFold(selected.id, selected.hasChildren && !isFolded),
    };
    const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  return (
    <ul className={styles['tree']} role="tree" aria-label={texts.tree} ref={list} onKeyDown={move}>
      {visible.map((node) => (
        <li
          key={node.id}
          role="treeitem"
          data-view={node.id}
          aria-level={node.depth + 1}
          aria-posinset={node.position}
          aria-setsize={node.siblings}
          aria-selected={node.id === selected.id}
          aria-expanded={node.hasChildren ? !collapsed.has(node.id) : undefined}
          tabIndex={node.id === active ? 0 : -1}
          style={{ paddingInlineStart: `${0.25 + Math.min(node.depth, 20) * 0.9}rem` }}
          onClick={() => onSelect(node.id)}
          onDoubleClick={() => node.hasChildren && onFold(node.id, !collapsed.has(node.id))}
        >
          <span className={styles['fold']} onClick={() => node.hasChildren && onFold(node.id, !collapsed.has(node.id))}>
            {node.hasChildren && <Icon name={collapsed.has(node.id) ? 'chevronRight' : 'chevronDown'} />}
          </span>
          <span className={styles['view']}>
            {[node.type ?? texts.view, node.identifier].filter((part) => part !== null).join(' – ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The boxes of the views. A click selects a view; the tree does the same by keys. */
function Wireframe({
  nodes,
  selected,
  onSelect,
}: {
  readonly nodes: readonly ViewNode[];
  readonly selected: ViewNode;
  readonly onSelect: (id: number) => void;
}): ReactNode {
  const texts = useTexts(attachmentsTexts).viewHierarchy;
  const frame = useMemo(() => frameOf(nodes), [nodes]);
  if (frame === null || frame.width === 0 || frame.height === 0) return null;
  const { x, y, width, height } = frame;
  return (
    <svg
      className={styles['wireframe']}
      viewBox={[x, y, width, height].join(' ')}
      role="img"
      aria-label={texts.wireframe}
    >
      {nodes.map(({ id, box }) => box !== null && <rect key={id} {...box} onClick={() => onSelect(id)} />)}
      {selected.box !== null && <rect {...selected.box} data-selected="" />}
    </svg>
  );
}
