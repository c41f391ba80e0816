/**
 * A line of text, or a bar, at a place on an A4 page; points, from the lower left corner. `gray` is 0 for
 * black, which is what is meant where it is absent, to 1 for white.
 */
export type PdfMark = { readonly x: number; readonly y: number; readonly gray?: number } & (
  | { readonly text: string; readonly size: number; readonly bold?: true }
  | { readonly width: number; readonly height: number }
);

const HEADER = '%PDF-1.4\n';
/** Beside Latin-1, what WinAnsiEncoding has of what our texts hold (ISO 32000-1, annex D.2). */
const WIN_ANSI: Readonly<Record<string, number>> = { '€': 0x80, '…': 0x85, '’': 0x92, '–': 0x96, '—': 0x97 };

/**
 * In ASCII alone, so that a text has as many bytes as characters. A letter without a code loses its accent.
 */
const escaped = (text: string): string =>
  text.normalize('NFC').replace(/[^\x20-\x7e]|[\\()]/gu, (character) => {
    if ('\\()'.includes(character)) return `\\${character}`;
    const code = WIN_ANSI[character] ?? character.codePointAt(0) ?? 0;
    const hasCode = code >= 0x80 && code <= 0xff;
    return hasCode ? `\\${code.toString(8)}` : character.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  });

function drawn(mark: PdfMark): string {
  const { x, y, gray = 0 } = mark;
  if (!('text' in mark)) return `${gray} g ${x} ${y} ${mark.width} ${mark.height} re f`;
  return `${gray} g BT /${mark.bold ? 'F2' : 'F1'} ${mark.size} Tf ${x} ${y} Td (${escaped(mark.text)}) Tj ET`;
}

const fontObject = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** One page as a PDF (ISO 32000-1, 7.5), in a font that every reader has. */
export function pdfPage(marks: readonly PdfMark[]): string {
  const content = marks.map(drawn).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (pt-BR) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ].map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`);
  const offsets = objects.map((_, i) => HEADER.length + objects.slice(0, i).join('').length);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const start = HEADER.length + objects.join('').length;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return `${HEADER}${objects.join('')}${table}${trailer}`;
}
