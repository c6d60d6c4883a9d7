import { type ReactNode, useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { usePreferences, useRegionalLocale, useShownTheme } from '../state/preferences';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import type { ChartMark, ChartSeries, CountPlot, PlotPoint } from './plot';
import { DataTable } from './table';
import { useFormat } from './time';

/** Small bars without axes, for lists. The label describes them in words. */
export function Sparkline({
  points,
  label,
}: {
  readonly points: readonly PlotPoint[];
  readonly label: string;
}): ReactNode {
  const highest = Math.max(1, ...points.map(([, count]) => count));
  const width = 100 / Math.max(1, points.length);
  return (
    <svg className="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      {points.map(([time, count], index) => {
        const height = count === 0 ? 0.75 : Math.max(2, (22 * count) / highest);
        return (
          <rect
            key={time}
            x={index * width + width * 0.1}
            y={24 - height}
            width={width * 0.8}
            height={height}
            fill={count === 0 ? 'var(--border)' : 'var(--accent)'}
          />
        );
      })}
    </svg>
  );
}

/** Counts over time as bars with axes; several series are stacked. The values can also be read as a table. */
export function CountChart({
  title,
  series,
  marks = [],
  unit,
  height = 160,
}: {
  /** The description of the chart for people who do not see it. */
  readonly title: string;
  readonly series: readonly ChartSeries[];
  readonly marks?: readonly ChartMark[];
  /** The unit of the counts, such as `events`. */
  readonly unit: string;
  readonly height?: number;
}): ReactNode {
  const texts = useTexts(componentsTexts).charts;
  const format = useFormat();
  const locale = useRegionalLocale();
  const { timeZone } = usePreferences().preferences;
  const theme = useShownTheme();
  const place = useRef<HTMLDivElement>(null);
  // As a text: lists that are equal are not drawn again.
  const plot = JSON.stringify({ series, marks, unit, height, locale, timeZone } satisfies CountPlot);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let chart: uPlot | undefined;
    let isGone = false;
    const observer = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height }));
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
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={title} style={{ height }} />
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
