import { Html, html } from '@gx/runtime';
import encodeQR from 'qr';

/** Empty modules around the code (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;

/**
 * The code as a picture: black on white wherever it stands, a path that has one step for each run of dark
 * modules. It is drawn into the page: nothing else is fetched, and it is gone when the page's state is
 * another.
 */
export function qrCode(code: string, label: string): Html {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = new Html(rows.map(runs).join(''));
  const size = rows.length;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}

/** One row: `M x y`, then right, down and left around the run. */
function runs(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
  }
  return path;
}
