import { readFile } from 'node:fs/promises';
import { type StaticFile, staticFile } from '../edge/static-file.ts';

/** Lines of the guides that have the reader's own values in them where we know these. */
const ADDRESS = 'export GX=http://127.0.0.1:8080';
const KEY = 'export API_KEY=gx_test_...';
const TEST_KEY = /^gx_test_[\w-]+$/;
/** Compressed once for each address; a client that makes up more of them costs us no memory. */
const MAX_KEPT = 50;

export const isPersonal = (text: string): boolean => text.includes(ADDRESS) || text.includes(KEY);

/** Pages with the address under which they were requested and, on a stack of one's own, with its test key. */
export function personalPages(testKeyFile: string | undefined, headers: Readonly<Record<string, string>>) {
  const kept = new Map<string, StaticFile>();
  return async (text: string, origin: string | undefined): Promise<StaticFile> => {
    const key = testKeyFile === undefined ? undefined : await testKeyIn(testKeyFile);
    const addressed = origin === undefined ? text : text.replaceAll(ADDRESS, `export GX=${origin}`);
    const filled = key === undefined ? addressed : addressed.replaceAll(KEY, `export API_KEY=${key}`);
    const known = kept.get(filled);
    if (known !== undefined) return known;
    // The key is there as soon as the stack has made it.
    const caching = testKeyFile === undefined ? {} : { 'Cache-Control': 'private, no-cache' };
    const made = staticFile(filled, { ...headers, ...caching });
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(filled, made);
    return made;
  };
}

/** The key in the file; none while the file is not there yet. */
async function testKeyIn(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (!TEST_KEY.test(key)) throw new Error('DOCS_TEST_KEY_FILE holds something that is no test key');
    return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
