/** A line of text, or a black bar, at a place on an A4 page; points, from the lower left corner. */
export type PdfMark =
  | { readonly text: string; readonly size: number; readonly x: number; readonly y: number }
  | { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const HEADER = '%PDF-1.4\n';
const escaped = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[\\()]/g, '\\$&');
const drawn = (mark: PdfMark): string =>
  'text' in mark
    ? `BT /F1 ${mark.size} Tf ${mark.x} ${mark.y} Td (${escaped(mark.text)}) Tj ET`
    : `${mark.x} ${mark.y} ${mark.width} ${mark.height} re f`;

/** One page as a PDF (ISO 32000-1, 7.5): ASCII only, one built-in font, so the text is its own bytes. */
export function pdfPage(marks: readonly PdfMark[]): string {
  const content = marks.map(drawn).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ].map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`);
  const offsets = objects.map((_, i) => HEADER.length + objects.slice(0, i).join('').length);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const start = HEADER.length + objects.join('').length;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return `${HEADER}${objects.join('')}${table}${trailer}`;
}
