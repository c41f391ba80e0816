/** A contract leaves room for fields to come; a test knows that there are none yet. */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  const lists = 'type' in value && value.type === 'object' && 'properties' in value;
  return lists && !('additionalProperties' in value) ? { ...inner, additionalProperties: false } : inner;
}
