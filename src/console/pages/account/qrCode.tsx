import encodeQR from 'qr';
import type { ReactNode } from 'react';

/** Number of empty modules around the code (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4;

/** A QR code that is drawn here, so that no other server learns its text. It is dark on white in both themes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} style={{ width: '14rem' }}>
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={dark.join('')} />
    </svg>
  );
}
