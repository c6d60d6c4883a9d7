import { type JsonMembers, membersOf } from './eventParts';

/** A rectangle on the screen of the device. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A view of the user interface. Nodes are numbered in the order of the tree: a parent comes before its children. */
export interface ViewNode {
  readonly id: number;
  /** The id of the parent; null for a window. */
  readonly parent: number | null;
  /** 0 for a window. */
  readonly depth: number;
  readonly type: string | null;
  readonly identifier: string | null;
  readonly hasChildren: boolean;
  /** Its number among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
  /** All members but the children. */
  readonly properties: readonly (readonly [string, unknown])[];
  /** Null if it is hidden, or if its place is unknown. */
  readonly box: Box | null;
}

export interface ViewHierarchy {
  readonly nodes: readonly ViewNode[];
  /** True if there are more nodes, or deeper ones. */
  readonly isCut: boolean;
}

/** Limits of what is read: a client can send any file. */
const MAX_NODES = 2_000;
const MAX_DEPTH = 60;

/** Parses a file of the type `event.view_hierarchy`. Returns null if it is broken, or has no windows. */
export function parseViewHierarchy(text: string): ViewHierarchy | null {
  const file = membersOf(parseJson(text));
  const windows = file?.['windows'];
  if (!Array.isArray(windows)) return null;
  const isRelative = file?.['positioning'] === 'relative';
  const nodes: ViewNode[] = [];
  let isCut = false;
  const add = (children: readonly unknown[], parent: ViewNode | null, origin: Pick<Box, 'x' | 'y'>): void => {
    const members = children.map(membersOf).filter((child) => child !== null);
    const depth = parent === null ? 0 : parent.depth + 1;
    for (const [index, child] of members.entries()) {
      if (nodes.length === MAX_NODES || depth === MAX_DEPTH) {
        isCut = true;
        return;
      }
      const { type, identifier, children: own, ...others } = child;
      const next = Array.isArray(own) ? (own as readonly unknown[]) : [];
      const box = boxOf(child, isRelative ? origin : { x: 0, y: 0 });
      const node = {
        id: nodes.length,
        parent: parent?.id ?? null,
        depth,
        type: nameOf(type),
        identifier: nameOf(identifier),
        hasChildren: depth + 1 < MAX_DEPTH && next.some((one) => membersOf(one) !== null),
        position: index + 1,
        siblings: members.length,
        properties: Object.entries({
          ...(type !== undefined && { type }),
          ...(identifier !== undefined && { identifier }),
          ...others,
        }),
        box: isHidden(child) ? null : box,
      };
      nodes.push(node);
      add(next, node, box ?? origin);
    }
  };
  add(windows, null, { x: 0, y: 0 });
  return nodes.length === 0 ? null : { nodes, isCut };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function boxOf({ x, y, width, height }: JsonMembers, origin: Pick<Box, 'x' | 'y'>): Box | null {
  if (!isLength(x) || !isLength(y) || !isLength(width) || !isLength(height) || width < 0 || height < 0) return null;
  return { x: origin.x + x, y: origin.y + y, width, height };
}

/** Longest length that is believed, in pixels. */
const MAX_LENGTH = 1_000_000;

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_LENGTH;
}

function isHidden({ visible, visibility, alpha }: JsonMembers): boolean {
  return visible === false || alpha === 0 || ['gone', 'hidden', 'invisible'].includes(String(visibility).toLowerCase());
}

/** Returns the smallest box around the boxes of the windows, or around all boxes; null if no node has one. */
export function frameOf(nodes: readonly ViewNode[]): Box | null {
  const boxesOf = (some: readonly ViewNode[]): Box[] => some.flatMap(({ box }) => (box === null ? [] : [box]));
  const sized = boxesOf(nodes.filter(({ depth }) => depth === 0)).filter(({ width, height }) => width * height > 0);
  const boxes = sized.length > 0 ? sized : boxesOf(nodes);
  if (boxes.length === 0) return null;
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the ids of the nodes above a node. */
export function ancestorsOf(nodes: readonly ViewNode[], id: number): number[] {
  const parent = nodes[id]?.parent ?? null;
  return parent === null ? [] : [parent, ...ancestorsOf(nodes, parent)];
}

/** Returns the nodes that are seen while some are collapsed. */
export function visibleNodes(nodes: readonly ViewNode[], collapsed: ReadonlySet<number>): ViewNode[] {
  const hidden = new Set<number>();
  return nodes.filter(({ id, parent }) => {
    if (parent === null || (!hidden.has(parent) && !collapsed.has(parent))) return true;
    hidden.add(id);
    return false;
  });
}
