import './checklist.css'
import { Button } from '@blueprintjs/core'
import { useId } from 'react'
import {
  type ChecklistItem,
  checklistAnswerNames,
  checklistAnswers,
  checklistTopicNames,
  checklistTopics,
  type RefusedCheck,
} from '../../../../shared/areas/inspection/checklist.ts'
import { TextField } from '../../../forms/fields.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import { Leads } from '../Leads.tsx'
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
  /** Earlier refused checks of the lots. */
  refused?: readonly RefusedCheck[]
  /** Who may overrule a refused check here; left out where a box that is not in order is judged on its own. */
  overruling?: { isLead: boolean; leads: readonly string[] } | undefined
}

/** What is asked beside the pieces: yes, no or not applicable, each with a remark. Nothing where nothing is asked. */
export function ChecklistPart({ items, draft, change, refused: before = [], overruling }: ChecklistPartProps) {
  const { t, number } = useLocale()
  const id = useId()
  if (items.length + before.length === 0) return null
  const open = openItems(draft, items)
  const refused = refusedItems(draft, items, before)
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
      {refused.length > 0 ? <Refused refused={refused} draft={draft} change={change} overruling={overruling} /> : null}
    </section>
  )
}

interface RefusedProps extends Pick<ChecklistPartProps, 'draft' | 'change' | 'overruling'> {
  refused: ReturnType<typeof refusedItems>
}

/** Which checks keep the lot from passing, and what becomes of it. */
function Refused({ refused, draft, change, overruling }: RefusedProps) {
  const { t, name } = useLocale()
  return (
    <Callout tone="warn">
      <ul className="qc-refused">
        {refused.map((check) => {
          const item = name(check.words, check.words_zh)
          return (
            <li key={`${check.code} ${'box_no' in check ? check.box_no : ''}`}>
              {'box_no' in check
                ? t('Answered no before, in box {{box_no}}: {{item}}', { box_no: check.box_no, item })
                : t('Answered no: {{item}}', { item })}
            </li>
          )
        })}
      </ul>
      {overruling === undefined ? (
        t('Nothing passes here. Judge its boxes one by one.')
      ) : overruling.isLead ? (
        <TextField
          label={t('Why is it overruled? Nothing passes without a reason.')}
          value={draft.overrideReason ?? ''}
          maxLength={500}
          onChange={(overrideReason) => change((now) => ({ ...now, overrideReason }))}
        />
      ) : (
        <>
          {t('Nothing passes until a lead overrules it, with a reason. Put the pieces on hold until then.')}{' '}
          <Leads names={overruling.leads} />
        </>
      )}
    </Callout>
  )
}

interface ItemRowProps extends Pick<ChecklistPartProps, 'draft' | 'change'> {
  item: ChecklistItem
}

function ItemRow({ item, draft, change }: ItemRowProps) {
  const { t, name } = useLocale()
  const { is_required } = item
  const words = name(item.words, item.words_zh)
  const ticked = tickOf(draft, item)
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
            onClick={() => change((now) => answerItem(now, item, answer))}
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
        onChange={({ target }) => change((now) => remarkItem(now, item, target.value))}
      />
    </li>
  )
}
