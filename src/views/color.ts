import { createHash } from 'node:crypto';

/**
 * A project's display color, `#rrggbb`: the hue comes from the slug, lightness and saturation are one half
 * (reference/endpoints.md §7.5).
 */
export function colorOf(slug: string): string {
  const digest = createHash('md5').update(slug.toUpperCase()).digest('hex');
  const hue = parseInt(digest.slice(0, 3), 16) / 4096;
  return '#' + [hue + 1 / 3, hue, hue - 1 / 3].map((turn) => channel(turn)).join('');
}

/** One channel of the HLS → RGB conversion at lightness and saturation 0.5: between 0.25 and 0.75 of 255. */
function channel(turn: number): string {
  const t = ((turn % 1) + 1) % 1;
  const [low, high] = [0.25, 0.75];
  const share =
    t < 1 / 6 ? low + (high - low) * 6 * t : t < 1 / 2 ? high : t < 2 / 3 ? low + (high - low) * 6 * (2 / 3 - t) : low;
  return Math.floor(share * 255)
    .toString(16)
    .padStart(2, '0');
}
