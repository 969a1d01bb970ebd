import './checklist.css'
import { Button } from '@blueprintjs/core'
import { useId } from 'react'
import {
  type ChecklistItem,
  checklistAnswerNames,
  checklistAnswers,
  checklistTopicNames,
  checklistTopics,
} from '../../../../shared/areas/inspection/checklist.ts'
import { verdicts } from '../../../../shared/areas/inspection/shapes.ts'
import { verdictLabels } from '../../../../shared/areas/inspection/verdict.ts'
import { ChoiceField } from '../../../forms/fields.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import {
  allYes,
  answerItem,
  type ChecklistDraft,
  openItems,
  refusedItems,
  remarkItem,
  tickOf,
} from './checklist-draft.ts'

interface ChecklistPartProps {
  items: readonly ChecklistItem[]
  draft: ChecklistDraft
  change: (next: <D extends ChecklistDraft>(now: D) => D) => void
  /** Where the verdict is given here; otherwise a box that is not in order is judged on its own. */
  canChoose?: boolean
}

/** What is asked beside the pieces: yes, no or not applicable, each with a remark. Nothing where nothing is asked. */
export function ChecklistPart({ items, draft, change, canChoose = true }: ChecklistPartProps) {
  const { t, number } = useLocale()
  const id = useId()
  if (items.length === 0) return null
  const open = openItems(draft, items)
  const refused = refusedItems(draft, items)
  return (
    <section className="qc-checklist" aria-labelledby={id}>
      <div className="qc-part-head">
        <h3 id={id}>{t('Checklist')}</h3>
        <span className="muted" role="status">
          {t('{{n}} of {{all}} answered', { n: number(items.length - open.length), all: number(items.length) })}
        </span>
        <Button
          size="small"
          text={t('All in order')}
          title={t('Everything without an answer is yes')}
          disabled={open.length === 0}
          onClick={() => change((now) => allYes(now, items))}
        />
      </div>
      {checklistTopicNames.map((topic) => {
        const own = items.filter((item) => item.topic === topic)
        if (own.length === 0) return null
        return (
          <div key={topic} className="qc-check-topic">
            <h4>{t(checklistTopics[topic])}</h4>
            <ul>
              {own.map((item) => (
                <ItemRow key={item.code} item={item} draft={draft} change={change} />
              ))}
            </ul>
          </div>
        )
      })}
      {refused.length === 0 ? null : canChoose ? (
        <Callout tone="warn">
          <ChoiceField
            label={t('A required check is answered no. Verdict by hand:')}
            value={draft.verdictByHand ?? ''}
            choices={[['', t('Please choose')], ...verdicts.map((one) => [one, t(verdictLabels[one])] as const)]}
            onChange={(verdictByHand) => change((now) => ({ ...now, verdictByHand }))}
          />
        </Callout>
      ) : (
        <Callout tone="warn">{t('A required check is answered no: judge its boxes one by one.')}</Callout>
      )}
    </section>
  )
}

interface ItemRowProps extends Pick<ChecklistPartProps, 'draft' | 'change'> {
  item: ChecklistItem
}

function ItemRow({ item, draft, change }: ItemRowProps) {
  const { t, name } = useLocale()
  const { code, is_required } = item
  const words = name(item.words, item.words_zh)
  const ticked = tickOf(draft, code)
  return (
    <li className="qc-check" data-answer={ticked?.answer} data-open={(is_required && !ticked) || undefined}>
      <span className="qc-check-words">
        {words}
        {is_required ? <span className="qc-check-required"> {t('required')}</span> : null}
      </span>
      <fieldset className="qc-check-answers" aria-label={words}>
        {checklistAnswerNames.map((answer) => (
          <button
            key={answer}
            type="button"
            className="qc-check-answer"
            data-answer={answer}
            aria-pressed={ticked?.answer === answer}
            onClick={() => change((now) => answerItem(now, code, answer))}
          >
            {t(checklistAnswers[answer])}
          </button>
        ))}
      </fieldset>
      <input
        className="text-field"
        aria-label={t('Remark: {{what}}', { what: words })}
        placeholder={ticked?.answer === 'no' ? t('What is wrong?') : t('Remark')}
        maxLength={500}
        disabled={ticked === undefined}
        value={ticked?.remark ?? ''}
        onChange={({ target }) => change((now) => remarkItem(now, code, target.value))}
      />
    </li>
  )
}
