/** Makes the files that the demo's app on phones sends with half of its events: a screenshot, its views, and a log. */
import { crc32, deflateSync } from 'node:zlib';
import type { Json } from '../support/payloads';

interface View {
  readonly type: string;
  readonly identifier?: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly visibility?: string;
  /** Grey value of the box in the screenshot. */
  readonly shade?: number;
  readonly children?: readonly View[];
}

const WIDTH = 360;
const HEIGHT = 640;

const book = (number: number): View => ({
  ...{
    type: 'CardView',
    identifier: `book_${number}`,
    x: 12,
    y: 12 + 152 * number,
    width: 336,
    height: 140,
    shade: 250,
  },
  children: [
    { type: 'ImageView', identifier: 'cover', x: 10, y: 10, width: 80, height: 120, shade: 90 + 40 * number },
    { type: 'TextView', identifier: 'title', x: 104, y: 20, width: 200, height: 18, shade: 60 },
    { type: 'TextView', identifier: 'author', x: 104, y: 50, width: 130, height: 12, shade: 150 },
    { type: 'ProgressBar', identifier: 'read', x: 104, y: 108, width: 60 + 50 * number, height: 6, shade: 110 },
  ],
});

const WINDOW: View = {
  ...{ type: 'DecorView', x: 0, y: 0, width: WIDTH, height: HEIGHT, shade: 230 },
  children: [
    {
      ...{ type: 'Toolbar', identifier: 'toolbar', x: 0, y: 24, width: WIDTH, height: 56, shade: 70 },
      children: [{ type: 'TextView', identifier: 'title', x: 20, y: 19, width: 120, height: 18, shade: 240 }],
    },
    {
      ...{ type: 'RecyclerView', identifier: 'books', x: 0, y: 80, width: WIDTH, height: 504 },
      children: [book(0), book(1), book(2)],
    },
    { type: 'ProgressBar', identifier: 'loading', x: 150, y: 290, width: 60, height: 60, visibility: 'gone' },
    { type: 'BottomNavigationView', identifier: 'tabs', x: 0, y: 584, width: WIDTH, height: 56, shade: 200 },
  ],
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Draws the boxes of the views as a PNG image of grey values. */
function drawScreenshot(): Buffer {
  const rows = Array.from({ length: HEIGHT }, () => Buffer.alloc(WIDTH + 1));
  const draw = ({ x, y, width, height, shade, children = [] }: View, left: number, top: number): void => {
    if (shade !== undefined)
      for (const row of rows.slice(top + y, top + y + height)) row.fill(shade, 1 + left + x, 1 + left + x + width);
    for (const child of children) draw(child, left + x, top + y);
  };
  draw(WINDOW, 0, 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH);
  header.writeUInt32BE(HEIGHT, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))],
  ]);
}

function withoutShades({ shade: _, children, ...view }: View): Json {
  return { ...view, ...(children !== undefined && { children: children.map(withoutShades) }) };
}

const SCREENSHOT = drawScreenshot();
const HIERARCHY = Buffer.from(
  JSON.stringify({
    rendering_system: 'android_view_system',
    positioning: 'relative',
    windows: [withoutShades(WINDOW)],
  }),
);

/** Returns the items of an envelope with the files of an event; none for events of programs without a screen. */
export function attachmentItems(project: string, event: Json): Buffer {
  if (project !== 'reader-app' || !/^[0-7]/.test(String(event['event_id']))) return Buffer.alloc(0);
  const log = Buffer.from(
    [
      'I Books: 3 loaded, 1 of them new',
      'W Sync: the last one is 26 minutes old',
      `E Reader: ${String(event['release'])} crashed`,
    ]
      .map((line, index) => `10:29:${50 + index}.${100 + 37 * index} ${line}\n`)
      .join(''),
  );
  const item = (header: Json, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`\n${JSON.stringify({ type: 'attachment', length: bytes.length, ...header })}\n`),
      bytes,
    ]);
  return Buffer.concat([
    item({ filename: 'screenshot.png', content_type: 'image/png' }, SCREENSHOT),
    item(
      {
        filename: 'view-hierarchy.json',
        content_type: 'application/json',
        attachment_type: 'event.view_hierarchy',
      },
      HIERARCHY,
    ),
    item({ filename: 'logcat.txt', content_type: 'text/plain' }, log),
  ]);
}
