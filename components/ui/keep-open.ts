'use client';

import { createContext, type RefObject, useContext, useEffect, useLayoutEffect } from 'react';

/** Whether the surrounding dialog ignores Escape and clicks outside. */
export const KeptOpen = createContext<RefObject<boolean>>({ current: false });

/**
 * Keeps the surrounding dialog open on Escape and on a click outside, while the calling component is shown. Its content
 * cannot be shown again, so only the dialog's buttons close it.
 */
export function useKeepOpen(): void {
  const kept = useContext(KeptOpen);
  useEffect(() => {
    kept.current = true;
    return () => {
      kept.current = false;
    };
  }, [kept]);
}

/** Resolves to true if a dialog may close. */
type Ask = () => Promise<boolean>;

/** The question before the surrounding dialog or sheet closes. The context is undefined outside of them. */
export const ClosingQuestion = createContext<RefObject<Ask | undefined> | undefined>(undefined);

/**
 * While `active`, asks before the surrounding dialog or sheet closes. Returns a function that closes it for a button of
 * the caller, after the same question.
 */
export function useClosingQuestion(active: boolean, ask: Ask): (close: () => void) => void {
  const question = useContext(ClosingQuestion);
  useLayoutEffect(() => {
    if (!question || !active) return;
    question.current = ask;
    return () => {
      question.current = undefined;
    };
  }, [question, active, ask]);
  return (close) => {
    if (question && active) void ask().then((may) => may && close());
    else close();
  };
}
