import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { usePreferences, useRegionalLocale, useShownTheme } from '../state/preferences';
import { Link } from '../state/router';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import {
  barAt,
  type BarChoice,
  type ChartMark,
  type ChartSeries,
  chosenBars,
  chosenByKey,
  type PlotPoint,
} from './chartBars';
import type { CountPlot } from './plot';
import { DataTable } from './table';
import { useFormat } from './time';

/** Small bars without axes, for lists. The label describes them in words; the pointer reads a single bar. */
export function Sparkline({
  points,
  label,
}: {
  readonly points: readonly PlotPoint[];
  readonly label: string;
}): ReactNode {
  const [shown, setShown] = useState<number | null>(null);
  const highest = Math.max(1, ...points.map(([, count]) => count));
  const width = 100 / Math.max(1, points.length);
  const read = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width: size } = currentTarget.getBoundingClientRect();
    setShown(barAt(clientX - left, size, points.length));
  };
  return (
    <span className="sparkline" onPointerMove={read} onPointerLeave={() => setShown(null)}>
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
        {points.map(([time, count], index) => {
          const height = count === 0 ? 0.75 : Math.max(2, (22 * count) / highest);
          return (
            <rect
              key={time}
              x={index * width + width * 0.1}
              y={24 - height}
              width={width * 0.8}
              height={height}
              fill={index === shown ? 'var(--text)' : count === 0 ? 'var(--border)' : 'var(--accent)'}
            />
          );
        })}
      </svg>
      {shown !== null && points.length > 0 && <SparklineReading points={points} shown={shown} />}
    </span>
  );
}

function SparklineReading({
  points,
  shown,
}: {
  readonly points: readonly PlotPoint[];
  readonly shown: number;
}): ReactNode {
  const texts = useTexts(componentsTexts).charts;
  const format = useFormat();
  const { from, until, counts } = chosenBars(barOf(shown), [{ label: '', points, color: '' }]);
  return (
    <span className="sparkline-reading" aria-hidden="true">
      {format.period(from * 1000, until * 1000)} · {texts.events}: {format.number(counts[0] ?? 0)}
    </span>
  );
}

/** Counts over time as bars with axes; several series are stacked. The values can also be read as a table. */
export function CountChart({
  title,
  series,
  marks = [],
  unit,
  height = 160,
  pathTo,
}: {
  /** The description of the chart for people who do not see it. */
  readonly title: string;
  readonly series: readonly ChartSeries[];
  readonly marks?: readonly ChartMark[];
  /** The unit of the counts, such as `events`. */
  readonly unit: string;
  readonly height?: number;
  /** Returns the address of the page with what happened in a period, whose ends are in ISO 8601. */
  readonly pathTo: (start: string, end: string) => string;
}): ReactNode {
  const texts = useTexts(componentsTexts).charts;
  const format = useFormat();
  const locale = useRegionalLocale();
  const { timeZone } = usePreferences().preferences;
  const theme = useShownTheme();
  const place = useRef<HTMLDivElement>(null);
  const [area, setArea] = useState<BarArea | null>(null);
  const [choice, setChoice] = useState<BarChoice | null>(null);
  // As a text: lists that are equal are not drawn again.
  const plot = JSON.stringify({ series, marks, unit, height, locale, timeZone } satisfies CountPlot);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let chart: uPlot | undefined;
    let isGone = false;
    const measure = (): void => {
      if (chart !== undefined) setArea({ left: chart.over.offsetLeft, width: chart.over.offsetWidth });
    };
    const observer = new ResizeObserver(() => {
      chart?.setSize({ width: element.clientWidth, height });
      measure();
    });
    void import('./plot').then(({ drawCounts }) => {
      if (isGone) return;
      chart = drawCounts(element, JSON.parse(plot) as CountPlot);
      observer.observe(element);
    });
    return () => {
      isGone = true;
      observer.disconnect();
      chart?.destroy();
    };
  }, [plot, height, theme]);
  const times = series[0]?.points ?? [];
  const shown = chosenBars(choice ?? barOf(times.length - 1), series, marks);
  const reading = [
    format.period(shown.from * 1000, shown.until * 1000),
    ...series.map(({ label }, index) => `${label}: ${format.number(shown.counts[index] ?? 0)}`),
    ...shown.marks.map(({ label }) => label),
  ].join(' · ');
  return (
    <figure className="chart">
      <div className="chart-plot">
        <div ref={place} role="img" aria-label={title} style={{ height }} />
        {times.length > 0 && (
          <BarLink
            to={pathTo(isoOf(shown.from), isoOf(shown.until))}
            label={reading}
            count={times.length}
            area={area}
            choice={choice}
            onChoose={setChoice}
          />
        )}
      </div>
      <p className="small muted">
        <span aria-live="polite">{choice !== null && reading}</span>
        {choice === null && texts.help}
      </p>
      <details className="small muted">
        <summary>{texts.table}</summary>
        <div className="scroll" tabIndex={0} role="region" aria-label={title}>
          <DataTable
            label={title}
            columns={[
              { heading: texts.time, cell: (index) => format.dateTime((times[index]?.[0] ?? 0) * 1000) },
              ...series.map(({ label, points }) => ({
                heading: label,
                kind: 'number' as const,
                cell: (index: number) => format.number(points[index]?.[1] ?? 0),
              })),
            ]}
            rows={[...times.keys()]}
            keyOf={String}
          />
        </div>
      </details>
    </figure>
  );
}

function barOf(index: number): BarChoice {
  return { anchor: index, at: index };
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The place of the bars in a chart, in pixels. */
interface BarArea {
  readonly left: number;
  readonly width: number;
}

/**
 * A link over the whole chart, which leads to what the chosen bars count. The pointer chooses the bar below it, and
 * several while it is dragged; so do arrow keys, with the shift key.
 */
function BarLink({
  to,
  label,
  count,
  area,
  choice,
  onChoose,
}: {
  readonly to: string;
  readonly label: string;
  readonly count: number;
  readonly area: BarArea | null;
  readonly choice: BarChoice | null;
  readonly onChoose: (change: (before: BarChoice | null) => BarChoice | null) => void;
}): ReactNode {
  const last = barOf(count - 1);
  /** Chooses the bar at the pointer. A drag keeps the bar that it began at. */
  const point = ({ currentTarget, clientX }: PointerEvent, isDragged: boolean): void => {
    if (area === null) return;
    const at = barAt(clientX - currentTarget.getBoundingClientRect().left - area.left, area.width, count);
    onChoose((before) => ({ anchor: isDragged && before !== null ? before.anchor : at, at }));
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = chosenByKey(event.key, choice ?? last, count, event.shiftKey);
    if (chosen === null) return;
    event.preventDefault();
    onChoose(() => chosen);
  };
  const [first, end] =
    choice === null ? [0, 0] : [Math.min(choice.anchor, choice.at), Math.max(choice.anchor, choice.at)];
  return (
    <Link
      className="chart-bars"
      to={to}
      aria-label={label}
      draggable={false}
      onPointerDown={(event) => point(event, false)}
      onPointerMove={(event) => point(event, (event.buttons & 1) === 1)}
      // The address follows the choice before the click does.
      onPointerUp={(event) => point(event, true)}
      onPointerLeave={() => onChoose(() => null)}
      onFocus={() => onChoose((before) => before ?? last)}
      onBlur={() => onChoose(() => null)}
      onKeyDown={press}
    >
      {choice !== null && area !== null && (
        <span
          className="chart-band"
          style={{ left: area.left + (area.width * first) / count, width: (area.width * (end - first + 1)) / count }}
        />
      )}
    </Link>
  );
}

/** The names of a chart's series, with their totals. */
export function ChartLegend({
  series,
}: {
  readonly series: readonly { readonly label: string; readonly color: string; readonly total: number }[];
}): ReactNode {
  const format = useFormat();
  return (
    <ul className="chart-legend">
      {series.map(({ label, color, total }) => (
        <li key={label}>
          <span style={{ background: `var(${color})` }} />
          {label} <strong className="numeric">{format.number(total)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** A part of a whole as a bar, with its share in words beside it. */
export function ShareBar({ share, label }: { readonly share: number; readonly label: string }): ReactNode {
  const format = useFormat();
  return (
    <span className="share" title={`${label}: ${format.percent(share)}`}>
      <span className="share-bar" aria-hidden="true">
        <span style={{ width: `${100 * Math.min(1, share)}%` }} />
      </span>
      <span className="numeric small">{format.percent(share)}</span>
    </span>
  );
}
