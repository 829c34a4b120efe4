import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { states } from './states.ts';
import { StepIcon } from './step-types.tsx';

test('skipped, pending and sent steps look different', () => {
  const drawn = [states.skipped, states.queued, states.sent].map((style) => {
    const step = 'step' in style ? style.step : undefined;
    return renderToStaticMarkup(<StepIcon type="email" tone="idle" drawn={step} />);
  });
  expect(new Set(drawn).size).toBe(3);
});
