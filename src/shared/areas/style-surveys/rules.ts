import { key } from '../../kernel/words.ts'

export const mostDesigns = 200

export const surveyWords = {
  made: key('Survey made.'),
  taken: key('Scores taken.'),
  unchanged: key('The scores are as they were.'),
  notFound: key('Survey {{survey}} was not found.'),
  unknownStyle: key('Catalogue style {{code}} was not found.'),
  past: key('The last day lies in the past.'),
  over: key('The last day of this survey is over.'),
} as const

export const surveyFaults = {
  unknownSurvey: key('Nobody knows this survey.'),
  notIn: key('This design is not in the survey.'),
  twice: key('Another row has this reviewer’s score of the design.'),
  score: key('A score is a whole number from 1 to 5.'),
  over: key('The last day of this survey is over.'),
} as const

/** A reviewer's name as it is compared: "Mei" and "mei " are one person. */
export const reviewerKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export interface Scored {
  reviewer: string
  score: number
}

/** What a survey made of a design. */
export interface Standing {
  /** One of 1, 2, 2, 4 …; null while nobody scored it. */
  rank: number | null
  mean: number | null
  /** How far the reviewers are apart: standard deviation of their scores. */
  spread: number | null
  least: number | null
  most: number | null
  scores: number
}

/** Designs by the mean of their scores, the best first; those alike share a rank. Nothing is weighed: a design that few scored shows how many. */
export function standings(designs: readonly (readonly Scored[])[]): Standing[] {
  const means = designs.map((scores) => meanOf(scores.map(({ score }) => score)))
  return designs.map((own, at) => {
    const scores = own.map(({ score }) => score)
    const mean = means[at] ?? null
    if (mean === null) return { rank: null, mean, spread: null, least: null, most: null, scores: 0 }
    const spread = Math.sqrt(meanOf(scores.map((score) => (score - mean) ** 2)) ?? 0)
    return {
      rank: 1 + means.filter((other) => other !== null && other > mean + 1e-9).length,
      ...{ mean, spread, least: Math.min(...scores), most: Math.max(...scores), scores: scores.length },
    }
  })
}

function meanOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
