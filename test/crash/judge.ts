import type { Flow } from './flows.js';
import type { Aftermath } from './world.js';

/**
 * Holds a round against what is promised.
 *
 * @returns what was lost, doubled or wrong, in words, and whether the delivery is in doubt
 */
export function judge(flow: Flow, aftermath: Aftermath): { wrong: string[]; inDoubt: boolean } {
  const { questions, mirrors, deliveries, marks, notices, offers, lost } = aftermath;
  const wrong: string[] = [];
  const expect = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what);
  };
  const text = flow.answer === 'tapped' ? '2: No, wait.' : 'the answer';
  const isTyped = flow.answer === 'typed';
  const told =
    notices === 1 && (!isTyped || (marks.includes('warning') && !marks.includes('white_check_mark')));
  const untold =
    notices === 0 && (!isTyped || (marks.includes('white_check_mark') && !marks.includes('warning')));
  expect(lost === undefined, `lost: ${lost}`);
  expect(questions === 1, `${questions} questions`);
  expect(mirrors === 1, `${mirrors} mirrors`);
  expect(deliveries.length <= 1, `${deliveries.length} deliveries`);
  expect(
    deliveries.every((delivered) => delivered === text),
    'another text was delivered',
  );
  const inDoubt = told && flow.session === 'live';
  if (flow.session === 'none') {
    expect(told && deliveries.length === 0, 'not told that the session refused');
    expect(offers, 'its question is not open again');
  } else {
    expect(
      inDoubt || (untold && deliveries.length === 1),
      'neither delivered in silence nor in doubt and told',
    );
    expect(!inDoubt || aftermath.killedDelivering, 'in doubt although the kill was not inside the delivery');
    expect(offers === inDoubt, 'its controls do not say how things stand');
  }
  return { wrong, inDoubt };
}
