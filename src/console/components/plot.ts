import 'uplot/dist/uPlot.min.css';
// uPlot formats with the language of the browser as soon as it is loaded.
import '../state/repairedLanguages';
import UPlot from 'uplot';

/** A time in whole seconds since 1970, UTC, and the number of events from then on. */
export type PlotPoint = readonly [seconds: number, count: number];

/** A series of a chart. */
export interface ChartSeries {
  readonly label: string;
  readonly points: readonly PlotPoint[];
  /** A custom property of the style sheet, such as `--accent`. */
  readonly color: string;
}

/** A time at which something happened, such as the date of a release. */
export interface ChartMark {
  readonly seconds: number;
  readonly label: string;
}

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

/** Draws stacked bars into an element. */
export function drawCounts(element: HTMLElement, plot: CountPlot): UPlot {
  const { series, marks, height, locale, timeZone, unit } = plot;
  const times = series[0]?.points.map(([seconds]) => seconds) ?? [];
  const step = (times[1] ?? 0) - (times[0] ?? 0);
  const zone = timeZone === 'utc' ? { timeZone: 'UTC' } : {};
  const hour = new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short' });
  const short = new Intl.NumberFormat(locale, { notation: 'compact' });
  const lineColor = colorOf(element, '--border');
  const textColor = colorOf(element, '--text-muted');
  const axis = {
    stroke: textColor,
    font: '11px system-ui',
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
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { range: (_, low, high) => [low - step * 0.6, high + step * 0.6] },
        y: { range: (_, _low, high) => [0, Math.max(1, high * 1.05)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          values: (_, splits) => splits.map((time) => (step < 86_400 ? hour : day).format(time * 1000)),
        },
        {
          ...axis,
          size: 44,
          label: unit,
          labelSize: 16,
          labelFont: '11px system-ui',
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
      hooks: { draw: [(chart) => drawMarks(chart, marks, colorOf(element, '--border-strong'))] },
    },
    [times, ...drawn.map(({ index }) => sums[index] ?? [])],
    element,
  );
}

/** Draws a dashed line at each mark, as far as it is in the range. */
function drawMarks(chart: UPlot, marks: readonly ChartMark[], color: string): void {
  const { ctx, bbox } = chart;
  const { min = 0, max = 0 } = chart.scales['x'] ?? {};
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.setLineDash([3, 3]);
  ctx.textAlign = 'left';
  let labelledTo = 0;
  for (const { seconds, label } of marks) {
    if (seconds < min || seconds > max) continue;
    const x = Math.round(chart.valToPos(seconds, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const width = ctx.measureText(label).width;
    if (x < labelledTo || x + width > bbox.left + bbox.width) continue;
    ctx.fillText(label, x + 4, bbox.top + 10 * devicePixelRatio);
    labelledTo = x + width + 12;
  }
  ctx.restore();
}
