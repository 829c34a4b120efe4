/** Explains to the author why a step could not be rendered. */
import { LIQUID_LIMITS } from '#lib/liquid/engine.ts';
import { TimeLimitError } from './within-time.ts';

export interface RenderProblem {
  /** The problem in a few words. */
  title: string;
  /** The exact problem and its position. */
  message: string;
  /** The fix. */
  hint: string;
  /** The dotted path of the control. */
  control?: string;
}

/** Thrown for a problem of a control that is not a Liquid error. */
export class ControlError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Returns the time limit error that ended a rendering, even if Liquid wrapped that error in another one. */
export function timeLimitIn(error: unknown): TimeLimitError | undefined {
  const inner = error instanceof Error ? (error as LiquidLikeError).originalError : undefined;
  if (error instanceof TimeLimitError) return error;
  return inner === undefined ? undefined : timeLimitIn(inner);
}

/** Returns a rendering error as a problem for the author. Rethrows any other error. */
export function problemOf(error: unknown, control?: string): RenderProblem {
  const where = control === undefined ? {} : { control };
  const name = control ?? 'The step';
  if (error instanceof ControlError) {
    return { title: `${name} cannot be rendered`, message: error.message, hint: error.hint, ...where };
  }
  if (error instanceof TimeLimitError) {
    return { title: `${name} takes too long`, message: error.message, hint: SIMPLER, ...where };
  }
  if (error instanceof RangeError) {
    return {
      title: `${name} is too large`,
      message: 'The template is nested too deeply, or is too long.',
      hint: SIMPLER,
      ...where,
    };
  }
  if (!isLiquidError(error)) throw error;
  return { ...liquidProblem(error, name), ...where };
}

interface LiquidLikeError extends Error {
  originalError?: unknown;
}

function isLiquidError(error: unknown): error is LiquidLikeError {
  return (
    error instanceof Error &&
    /^(?:ParseError|TokenizationError|RenderError|UndefinedVariableError|LiquidErrors|AssertionError)$/.test(error.name)
  );
}

function liquidProblem(error: LiquidLikeError, name: string): Omit<RenderProblem, 'control'> {
  const [said = ''] = error.message.split('\n');
  const message = `${asMessage(said.replace(/,? ?line:(\d+), col:(\d+)$/, ' (line $1, column $2)'))}`;
  const limit = LIMITS.find(([pattern]) => pattern.test(said));
  if (limit) return { title: `${name} ${limit[1]}`, message: limit[2] ?? message, hint: SIMPLER };
  if (error.name === 'RenderError')
    return { title: `${name} cannot be rendered`, message, hint: 'Check the value that the filter or tag gets.' };
  return { title: `${name} has an error in its Liquid`, message, hint: 'Correct the Liquid at the named place.' };
}

const SIMPLER = 'Make the template simpler: fewer and shorter loops, smaller texts.';
const LIMITS: readonly (readonly [RegExp, string, string?])[] = [
  [
    /memory alloc limit/,
    'needs too much memory',
    'Its loops and filters produce more text than one message may contain.',
  ],
  [/parse length limit/, 'is too long', `A template may have at most ${LIQUID_LIMITS.template / 1024} KiB.`],
  [/output is longer/, 'produces too much text', `The result may have at most ${LIQUID_LIMITS.output / 1024} KiB.`],
  [/call stack|string length/, 'is too large', 'The template is nested too deeply, or is too long.'],
  [/(?:longer|more) than \d+ items|texts are too long|too many arguments/, 'is too large'],
];

function asMessage(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`;
}
