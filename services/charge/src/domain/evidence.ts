import { EVIDENCE_LIMITS, Refusal } from '@gx/core';

/** What a merchant hands in for a dispute (decisions, section 9). Personal data: never logged. */
export type EvidenceRequest = {
  readonly text?: string;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
};
export type EvidenceType = 'application/pdf' | 'image/png' | 'image/jpeg';

const { textMax, filesMax, fileBytesMax, fileNameMax } = EVIDENCE_LIMITS;

/** How each kind of file begins: its name and what a client says of it prove nothing. */
const BEGINNINGS: Readonly<Record<EvidenceType, Buffer>> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
};

/** What a file is by its content; undefined for anything that no bank is sent. */
export const evidenceType = (content: Buffer): EvidenceType | undefined =>
  (Object.keys(BEGINNINGS) as EvidenceType[]).find((type) => {
    const beginning = BEGINNINGS[type];
    return content.subarray(0, beginning.length).equals(beginning);
  });

const invalid = (param: string, message: string): Refusal => new Refusal('invalid_request', message, { param });

/** The types of the files, or why it cannot be taken. Of nothing at all no field is to blame. */
export function evidenceTypes({ text, files }: EvidenceRequest): readonly EvidenceType[] | Refusal {
  if (text === undefined && files.length === 0)
    return invalid('text', 'Evidence is a text, files, or both: at least one is needed.');
  if (text !== undefined && (text.trim() === '' || [...text].length > textMax))
    return invalid('text', `text: must have 1 to ${textMax} characters`);
  if (files.length > filesMax) return invalid('files', `files: must name at most ${filesMax} files`);
  const types: EvidenceType[] = [];
  for (const [index, { name, content }] of files.entries()) {
    const param = `files.${index}`;
    if (name.trim() === '' || name.length > fileNameMax)
      return invalid(`${param}.name`, `${param}.name: must have 1 to ${fileNameMax} characters`);
    if (content.length === 0 || content.length > fileBytesMax)
      return invalid(`${param}.content`, `${param}.content: must have 1 byte to 1 MiB`);
    const type = evidenceType(content);
    if (type === undefined)
      return invalid(`${param}.content`, `${param}.content: must be a PDF, a PNG or a JPEG by its content`);
    types.push(type);
  }
  return types;
}
