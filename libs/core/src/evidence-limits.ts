const MIB = 1024 * 1024;

/** How much a merchant may hand in for a dispute at once (decisions, section 9), at the edge and behind it. */
export const EVIDENCE_LIMITS = {
  textMax: 10_000,
  filesMax: 5,
  fileBytesMax: MIB,
  fileNameMax: 255,
  /** All of it as JSON, its files in base64. */
  bodyBytesMax: 8 * MIB,
  /** All of it in one message between services. */
  messageBytesMax: 6 * MIB,
} as const;
