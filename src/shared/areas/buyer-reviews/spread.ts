import { key } from '../../kernel/words.ts'

export const verdicts = ['pass', 'fail'] as const
export type Verdict = (typeof verdicts)[number]
export const verdictWords = { pass: key('Pass'), fail: key('Fail') } as const satisfies Record<Verdict, string>

export interface Given {
  verdict: Verdict
  score: number
}

export interface Spread {
  passes: number
  fails: number
  /** To a tenth; null where nobody gave one. */
  mean: number | null
  least: number | null
  most: number | null
}

/** What reviewers think, beside how far apart they are. */
export function spreadOf(given: readonly Given[]): Spread {
  const scores = given.map(({ score }) => score)
  const passes = given.filter(({ verdict }) => verdict === 'pass').length
  if (scores.length === 0) return { passes: 0, fails: 0, mean: null, least: null, most: null }
  return {
    ...{ passes, fails: given.length - passes },
    mean: Math.round((scores.reduce((sum, one) => sum + one, 0) / scores.length) * 10) / 10,
    ...{ least: Math.min(...scores), most: Math.max(...scores) },
  }
}

export const reviewWords = {
  opened: key('Reviews opened.'),
  given: key('Verdict given.'),
  withdrawn: key('Verdict taken back.'),
  past: key('The deadline lies in the past.'),
  needsRemark: key('Please say why.'),
  needsScore: key('Please choose a score from 1 to 5.'),
  decided: key('Decided.'),
  notFound: key('{{catalogue_id}} is not under review.'),
  noPerson: key('{{email}} cannot decide: choose somebody who judges styles.'),
  noReviewer: key('{{email}} cannot judge: choose somebody who judges styles.'),
  notAsked: key('Others were asked to judge {{catalogue_id}}.'),
  isDecided: key('{{catalogue_id}} is decided already.'),
  notYours: key('{{responsible}} decides {{catalogue_id}}, nobody else.'),
  wentOn: key('{{changed_by}} moved {{catalogue_id}} to {{status_key}}: its review is closed.'),
  noReview: key('Nobody decides {{catalogue_id}} yet: put it before its buyers first, with who decides and by when.'),
  nobody: key('Nobody has judged {{catalogue_id}} yet.'),
} as const
