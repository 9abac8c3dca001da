import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { getColor, getFill, isLine, type SeriesStyle, themeColor } from './series-styles.ts';

export interface ChartSeries {
  title: string;
  style: SeriesStyle;
  values: readonly (number | null)[];
}

export interface ChartData {
  /** Months `YYYY-MM`, one for each value. */
  months: readonly string[];
  series: readonly ChartSeries[];
  /** Whether bars are stacked instead of side by side. */
  isStacked?: boolean;
  /** The end of the scale; by default, the highest value. */
  max?: number;
  formatTick(value: number): string;
}

interface ChartProps extends ChartData {
  /** The text alternative of the chart. */
  label: string;
}

const height = 300;

/** Bars and dashed lines by month. Its table says the same. */
export function Chart({ label, ...data }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const key = JSON.stringify(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same values give the same chart
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const chart = new uPlot(toOptions(data, element.clientWidth), toPoints(data), element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [key]);
  return <div ref={frame} role="img" aria-label={label} className="month-chart min-w-0" />;
}

/** Stacked bars are drawn as sums, the highest first: each covers the foot of the previous one. */
function drawn({ series, isStacked = false }: ChartData): readonly ChartSeries[] {
  if (!isStacked) return series;
  const sums: ChartSeries[] = [];
  for (const one of series) {
    const below = sums.at(-1)?.values;
    sums.push({ ...one, values: one.values.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)) });
  }
  return sums.reverse();
}

const toPoints = (data: ChartData): uPlot.AlignedData => [
  data.months.map((_, at) => at),
  ...drawn(data).map(({ values }) => [...values]),
];

const font = '13px Figtree, system-ui, sans-serif';
const tickWidth = 46;
const axisWidth = 52;

function toOptions(data: ChartData, width: number): uPlot.Options {
  const { months, max, formatTick } = data;
  const every = Math.ceil(months.length / Math.max(1, Math.floor((width - axisWidth) / tickWidth)));
  const axis = { stroke: themeColor('slate'), font, ticks: { show: false } };
  return {
    width,
    height,
    padding: [12, 4, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [-0.6, months.length - 0.4] },
      y: { range: (_, __, highest) => [0, max ?? (highest > 0 ? highest * 1.08 : 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 44,
        splits: () => months.map((_, at) => at).filter((at) => at % every === 0),
        values: (_, splits) => splits.map((at) => monthTick(months, at, every)),
      },
      {
        ...axis,
        grid: { stroke: themeColor('dune'), width: 1 },
        size: axisWidth,
        values: (_, splits) => splits.map(formatTick),
      },
    ],
    series: [{}, ...toSeries(data)],
  };
}

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Names a month; the first named month of each year has the year below it. */
function monthTick(months: readonly string[], at: number, every: number): string {
  const month = months[at] ?? '';
  const year = month.slice(0, 4);
  const name = shortMonth.format(new Date(`${month}-01`));
  return months[at - every]?.startsWith(year) ? name : `${name}\n${year}`;
}

function toSeries(data: ChartData): uPlot.Series[] {
  const pixelRatio = window.devicePixelRatio;
  const bars = data.isStacked ? 1 : data.series.filter(({ style }) => !isLine(style)).length;
  let placed = 0;
  return drawn(data).map(({ style }) => {
    const stroke = getColor(style);
    if (isLine(style))
      return { stroke, width: 2.5, dash: [6, 4], points: { show: true, size: 8, fill: '#ffffff', width: 2 } };
    const align = bars === 1 ? 0 : placed === 0 ? -1 : 1;
    placed += 1;
    const paths = uPlot.paths.bars?.({ size: [bars === 1 ? 0.6 : 0.38, 44], align });
    const fill = getFill(style, pixelRatio);
    return { stroke, width: 1.25, fill: () => fill, points: { show: false }, paths };
  });
}

const swatchWidth = 30;
const swatchHeight = 16;

/** A piece of a series as the chart draws it. */
export function Swatch({ of: style }: { of: SeriesStyle }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, swatchWidth, swatchHeight);
    context.strokeStyle = getColor(style);
    context.lineWidth = 2;
    if (!isLine(style)) {
      context.fillStyle = getFill(style, 1);
      context.fillRect(0, 0, swatchWidth, swatchHeight);
      context.strokeRect(0, 0, swatchWidth, swatchHeight);
      return;
    }
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(0, swatchHeight / 2);
    context.lineTo(swatchWidth, swatchHeight / 2);
    context.stroke();
  }, [style]);
  return <canvas ref={canvas} width={swatchWidth} height={swatchHeight} className="shrink-0" />;
}
