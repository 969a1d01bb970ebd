import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { ReviewRow } from '../../../shared/areas/buyer-reviews/calls.ts'
import type { Verdict } from '../../../shared/areas/buyer-reviews/spread.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { usePicture } from '../../pictures/use-picture.ts'
import { useLocale } from '../../table/words.ts'
import { NoteDialog } from '../catalogue/dialogs.tsx'
import { LoadedDiscussion } from './Discussion.tsx'
import './reviews.css'

const scores = [1, 2, 3, 4, 5] as const

/** The message of what a verdict still lacks. */
const lacks = 'verdict-lacks'

/** Supplier › Buyer Review: the styles that are mine to judge, one after another: 1 to 5 scores, P passes, F fails, C says something. */
export function BuyerReviewScreen() {
  const { t, number } = useLocale()
  const answer = useAnswer('buyerReviews.getBuyerReviews', { tab: 'mine' })
  return (
    <Page title={t('Buyer Review')}>
      <ScrollPart className="tabbed-scroll tabbed-pad" label={t('Buyer Review')}>
        <Loaded
          answer={answer}
          empty={{
            is: ({ rows }) => rows.length === 0,
            shows: <EmptyState title={t('Nothing waits for your verdict')} />,
          }}
        >
          {({ rows: [first, ...rest] }) => (
            <>
              <p className="muted">
                {t('Styles to judge: {{n}}. 1 to 5 scores, P passes, F fails, C says something.', {
                  n: number(rest.length + 1),
                })}
              </p>
              {first ? <Judging key={first.catalogue_id} row={first} /> : null}
            </>
          )}
        </Loaded>
      </ScrollPart>
    </Page>
  )
}

function Judging({ row }: { row: ReviewRow }) {
  const { t, name, money } = useLocale()
  const [score, setScore] = useState<number | null>(null)
  const words = useTyped(`verdict.${row.catalogue_id}`, z.string(), '', t('Remark'))
  const { value: remark, change: setRemark } = words
  const large = usePicture(row.picture, 'large')
  const give = useAction(
    async (input: { verdict: Verdict; score: number }, options) => {
      const reply = await api.buyerReviews.giveVerdict({ catalogue_id: row.catalogue_id, remark, ...input }, options)
      words.reset()
      return reply
    },
    {
      undo: (_, __, options) =>
        api.buyerReviews.giveVerdict({ catalogue_id: row.catalogue_id, verdict: null }, options),
      refresh: ['buyerReviews'],
      failureId: lacks,
    },
  )
  const judge = (verdict: Verdict) => {
    if (score === null) showToast({ id: lacks, tone: 'info', text: t('Please choose a score from 1 to 5.') })
    else if (verdict === 'fail' && remark.trim() === '')
      showToast({ id: lacks, tone: 'info', text: t('Please say why, in the remark.') })
    else void give.run({ verdict, score })
  }
  const note = useDialog(NoteDialog)
  const press = useRef((_: string) => {})
  press.current = (key) => {
    if (give.isRunning) return
    const typed = scores.find((one) => String(one) === key)
    if (typed) setScore(typed)
    else if (key === 'p') judge('pass')
    else if (key === 'f') judge('fail')
    else if (key === 'c') note.open({ catalogueId: row.catalogue_id })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      press.current(event.key.toLowerCase())
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Section title={`${row.catalogue_id} · ${name(row.name, row.name_zh)}`} isOnPage>
      {large ? (
        <img
          className="review-picture"
          src={large}
          alt={t('Picture of {{style}}', { style: name(row.name, row.name_zh) })}
        />
      ) : (
        <StylePicture
          of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
          size="tile"
        />
      )}
      <p>
        {t(row.category)} · {row.supplier_id} {row.price ? `· ${money(row.price)}` : null} · <Deadline row={row} />{' '}
        <SurveyBadge of={row.survey} />
      </p>
      <fieldset className="review-scores">
        <legend className="muted">{t('Score')}</legend>
        {scores.map((one) => (
          <Button
            key={one}
            text={String(one)}
            active={one === score}
            intent={one === score ? 'primary' : 'none'}
            aria-pressed={one === score}
            onClick={() => setScore(one)}
          />
        ))}
      </fieldset>
      <RemarkField label={t('Remark, needed to fail it')} value={remark} onChange={setRemark} />
      <div className="review-buttons">
        <Button
          intent="primary"
          text={t('Pass')}
          loading={give.isRunning}
          disabled={score === null}
          onClick={() => judge('pass')}
        />
        <Button
          intent="danger"
          text={t('Fail')}
          loading={give.isRunning}
          disabled={score === null}
          onClick={() => judge('fail')}
        />
      </div>
      <p className="muted">{t('Said again, the last counts, until it is decided.')}</p>
      <LoadedDiscussion catalogueId={row.catalogue_id} />
      {note.dialog}
    </Section>
  )
}

/** By when it is to be judged; late where that has passed. */
function Deadline({ row: { deadline, is_overdue } }: { row: ReviewRow }) {
  const { t, day } = useLocale()
  return is_overdue ? (
    <strong className="review-late">{t('Late: it was due on {{day}}', { day: day(deadline) })}</strong>
  ) : (
    t('Until {{day}}', { day: day(deadline) })
  )
}
