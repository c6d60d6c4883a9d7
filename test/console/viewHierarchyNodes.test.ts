import {
  ancestorsOf,
  frameOf,
  parseViewHierarchy,
  visibleNodes,
} from '../../src/console/pages/issue/viewHierarchyNodes';

const parse = (file: unknown) => parseViewHierarchy(JSON.stringify(file));
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const WINDOWS = [
  {
    type: 'Window',
    ...at(0, 20, 400, 800),
    children: [
      {
        type: 'Form',
        identifier: 'checkout',
        ...at(10, 10, 300, 200),
        children: [{ type: 'Button', ...at(5, 5, 9, 9) }],
      },
      { type: 'Banner', visible: false, ...at(0, 0, 10, 10) },
    ],
  },
];

test('numbers the views in the order of the tree, each with its place in it', () => {
  const nodes = parse({ windows: WINDOWS })?.nodes ?? [];
  expect(nodes.map(({ id, parent, depth, type, hasChildren }) => [id, parent, depth, type, hasChildren])).toEqual([
    [0, null, 0, 'Window', true],
    [1, 0, 1, 'Form', true],
    [2, 1, 2, 'Button', false],
    [3, 0, 1, 'Banner', false],
  ]);
  expect(nodes[1]).toMatchObject({ identifier: 'checkout', position: 1, siblings: 2 });
  expect(nodes[1]?.properties.map(([name]) => name)).toEqual(['type', 'identifier', 'x', 'y', 'width', 'height']);
  expect(ancestorsOf(nodes, 2)).toEqual([1, 0]);
  expect(visibleNodes(nodes, new Set([1])).map(({ id }) => id)).toEqual([0, 1, 3]);
  expect(visibleNodes(nodes, new Set([0])).map(({ id }) => id)).toEqual([0]);
});

test.each([
  ['absolute', [at(0, 20, 400, 800), at(10, 10, 300, 200), at(5, 5, 9, 9), null]],
  ['relative', [at(0, 20, 400, 800), at(10, 30, 300, 200), at(15, 35, 9, 9), null]],
])('places the boxes of %s positions; a hidden view has none', (positioning, boxes) => {
  const nodes = parse({ positioning, windows: WINDOWS })?.nodes ?? [];
  expect(nodes.map(({ box }) => box)).toEqual(boxes);
  expect(frameOf(nodes)).toEqual(at(0, 20, 400, 800));
});

test('a view without a place has no box, and leaves the origin as it is', () => {
  const windows = [{ ...at(7, 7, 1, 1), children: [{ type: 'Group', x: 'left', children: [at(1, 1, 1, 1)] }] }];
  const nodes = parse({ positioning: 'relative', windows })?.nodes ?? [];
  expect(nodes.map(({ box }) => box)).toEqual([at(7, 7, 1, 1), null, at(8, 8, 1, 1)]);
  expect(frameOf(parse({ windows: [{ type: 'A' }] })?.nodes ?? [])).toBeNull();
});

test.each(['', 'null', '[]', '{"windows":', '{"windows":{}}', '{"windows":[]}', '{"windows":[1,null,"x"]}'])(
  '%j is no view hierarchy',
  (text) => expect(parseViewHierarchy(text)).toBeNull(),
);

test('reads a limited number of views, to a limited depth', () => {
  expect(parse({ windows: Array<object>(2_000).fill({}) })).toMatchObject({ isCut: false });
  const many = parse({ windows: Array<object>(2_001).fill({}) });
  expect(many?.nodes).toHaveLength(2_000);
  expect(many?.isCut).toBe(true);
  const deep = parseViewHierarchy(`{"windows":[${'{"children":['.repeat(5_000)}${']}'.repeat(5_000)}]}`);
  expect(deep?.nodes).toHaveLength(60);
  expect(deep?.nodes.at(-1)?.hasChildren).toBe(false);
  expect(deep?.isCut).toBe(true);
});
