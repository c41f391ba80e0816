import { type ErrorDetail, isVisible, Refusal } from '@gx/core';

export const NAME_MAX = 120;
const EMAIL_MAX = 254;

/** One Refusal `invalid_request` that names every field that is wrong. */
export function refused(details: readonly ErrorDetail[]): Refusal {
  const [first] = details;
  const message = details.map((detail) => detail.message).join(' ');
  return new Refusal('invalid_request', message, { ...(first ? { param: first.param } : {}), details });
}

export function lengthProblems(
  param: string,
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
): ErrorDetail[] {
  const { length } = [...value];
  return length >= min && length <= max ? [] : [{ param, message: `${param} must have ${min} to ${max} characters.` }];
}

export const nameProblems = (param: string, name: string): ErrorDetail[] =>
  lengthProblems(param, isVisible(name) ? name.trim() : '', { min: 1, max: NAME_MAX });

export function emailProblems(email: string): ErrorDetail[] {
  const fits =
    email.length <= EMAIL_MAX &&
    /^[^\s\p{Cc}\p{Cf}@]+@[^\s\p{Cc}\p{Cf}@.]+(\.[^\s\p{Cc}\p{Cf}@.]+)*$/u.test(email.trim());
  return fits ? [] : [{ param: 'email', message: 'email must be an e-mail address.' }];
}
