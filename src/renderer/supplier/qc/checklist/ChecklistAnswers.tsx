import './checklist.css'
import { checklistAnswers, checklistTopics, countAnswers } from '../../../../shared/areas/inspection/checklist.ts'
import { useLocale } from '../../../table/words.ts'
import type { Inspection } from '../box/box-data.ts'

const tones = { yes: 'good', no: 'bad', na: 'neutral' } as const

/** What was answered at an inspection, in the words of then. */
export function ChecklistAnswers({ answers }: { answers: Inspection['checklist'] }) {
  const { t, name, number } = useLocale()
  if (answers.length === 0) return null
  const { no, na, none, yes } = countAnswers(answers)
  // What is not in order is seen at once; the rest when it is asked for.
  const isQuiet = no + na === 0
  const others = [
    no > 0 ? t('no: {{n}}', { n: number(no) }) : [],
    na > 0 ? t('not applicable: {{n}}', { n: number(na) }) : [],
    none > 0 ? t('not answered: {{n}}', { n: number(none) }) : [],
  ].flat()
  return (
    <details className="qc-checked" open={!isQuiet}>
      <summary>
        {[
          t('Checklist: {{yes}} of {{all}} in order', { yes: number(yes), all: number(answers.length) }),
          ...others,
        ].join(' · ')}
      </summary>
      <ul>
        {answers.map(({ code, topic, words, words_zh, answer, is_required, remark }) => (
          <li key={code}>
            <span className="dt-tag" data-tone={answer ? tones[answer] : 'neutral'}>
              {answer ? t(checklistAnswers[answer]) : t('Left unanswered')}
            </span>{' '}
            {name(words, words_zh)} <span className="muted">· {t(checklistTopics[topic])}</span>
            {is_required ? <span className="qc-check-required"> {t('required')}</span> : null}
            {remark ? <div className="qc-wrap muted">{remark}</div> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}
