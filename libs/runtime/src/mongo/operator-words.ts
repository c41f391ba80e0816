import {
  type ActWord,
  addWord,
  canonicalJson,
  type OperatorConsent,
  type OperatorsCall,
  type OperatorWords,
  standingActWord,
  wordEndsAt,
} from '@gx/core';
import type { Connection } from 'mongoose';
import type { Cipher } from '../crypto/cipher.ts';
import { compareAndSet } from './compare-and-set.ts';
import { isDuplicateKey } from './mongo.ts';

type WordDocument = ActWord & { readonly _id: string; readonly until: Date };
type Standing = { readonly word: ActWord | undefined };
type Step = { readonly kind: 'change'; readonly word: ActWord } | { readonly kind: 'keep' };

const COLLECTION = 'operator_words';
/** Beyond the end of a word, which is decided by the clock of who reads it. */
const CLEANED_AFTER_SECONDS = 86_400;

/** Makes the index that is missing: it cleans up, and decides nothing. */
export async function makeOperatorWordIndexes(connection: Connection): Promise<void> {
  const cleaning = { name: 'ended', expireAfterSeconds: CLEANED_AFTER_SECONDS };
  await connection.collection(COLLECTION).createIndex({ until: 1 }, cleaning);
}

/**
 * The words of operators for acts that take two of them, where `areTwoNeeded`; one is enough elsewhere. Of
 * what they say a keyed fingerprint is kept: with another `ENCRYPTION_KEY` the next word is a first one.
 */
export async function operatorWords(
  connection: Connection,
  { cipher, areTwoNeeded }: { readonly cipher: Cipher; readonly areTwoNeeded: boolean },
): Promise<OperatorWords> {
  const collection = connection.collection<WordDocument>(COLLECTION);
  await makeOperatorWordIndexes(connection);

  const find = async (subject: string): Promise<Standing> => {
    const found = await collection.findOne({ _id: subject });
    return { word: found === null ? undefined : wordOf(found) };
  };
  const write = async (subject: string, { word: before }: Standing, word: ActWord): Promise<Standing | undefined> => {
    const document = { ...word, until: wordEndsAt(word.second ?? word) };
    if (before === undefined) {
      try {
        await collection.insertOne({ _id: subject, ...document });
        return { word };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return undefined;
      }
    }
    const { operator, content, at, second } = before;
    const unchanged = { _id: subject, operator, content, at, 'second.at': second?.at ?? null };
    const { matchedCount } = await collection.replaceOne(unchanged as never, document);
    return matchedCount > 0 ? { word } : undefined;
  };

  return {
    areTwoNeeded,

    async consentTo({ subject, content, operator, at }: OperatorsCall): Promise<OperatorConsent> {
      if (!areTwoNeeded) {
        // One operator has decided otherwise meanwhile: a first word about it is over.
        await collection.deleteOne({ _id: subject });
        return { record: { operator, at } };
      }
      const given = { operator, at, content: cipher.fingerprint(canonicalJson({ subject, content })) };
      let replaced: ActWord | undefined;
      const decide = ({ word }: Standing): Step => {
        const after = addWord(word, given);
        const standing = standingActWord(word, at);
        replaced = after === given && standing?.second === undefined ? standing : undefined;
        return after === word ? { kind: 'keep' } : { kind: 'change', word: after };
      };
      const change = compareAndSet<Standing, Step>({
        find: () => find(subject),
        write: (before, step) => write(subject, before, step.word),
        what: 'The word of two operators',
      });
      const after = await change(await find(subject), decide);
      return consentOf(after?.word ?? given, replaced);
    },
  };
}

const wordOf = ({ _id: _, until: _until, ...word }: WordDocument): ActWord => word;

function consentOf(word: ActWord, replaced: ActWord | undefined): OperatorConsent {
  const { operator, at, second } = word;
  if (second !== undefined) return { record: { ...second, proposedBy: operator } };
  const until = wordEndsAt(word);
  const insteadOf = replaced === undefined ? {} : { insteadOf: replaced.operator };
  return { awaited: { operator, atMs: at.getTime(), untilMs: until.getTime(), ...insteadOf } };
}
