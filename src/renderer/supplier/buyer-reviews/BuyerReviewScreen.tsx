import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import type { ReviewRow } from '../../../shared/areas/buyer-reviews/calls.ts'
import type { Verdict } from '../../../shared/areas/buyer-reviews/spread.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

const scores = [1, 2, 3, 4, 5] as const

/** Supplier › Buyer Review: the styles that are mine to judge, one after another: 1 to 5 scores, P passes, F fails. */
export function BuyerReviewScreen() {
  const { t, number } = useLocale()
  const answer = useAnswer('buyerReviews.getBuyerReviews', { tab: 'mine' })
  const rows = answer.data?.rows ?? []
  const [first] = rows
  return (
    <Page title={t('Buyer Review')}>
      <ScrollPart className="tabbed-scroll tabbed-pad" label={t('Buyer Review')}>
        <p className="muted">
          {t('{{n}} styles wait for your verdict. 1 to 5 scores, P passes, F fails.', { n: number(rows.length) })}
        </p>
        {first ? <Judging key={first.catalogue_id} row={first} /> : null}
      </ScrollPart>
    </Page>
  )
}

function Judging({ row }: { row: ReviewRow }) {
  const { t, name, money, day } = useLocale()
  const [score, setScore] = useState<number>(3)
  const [remark, setRemark] = useState('')
  const give = useAction(
    (input: { verdict: Verdict }, options) =>
      api.buyerReviews.giveVerdict({ catalogue_id: row.catalogue_id, score, remark, ...input }, options),
    { refresh: ['buyerReviews'] },
  )
  const press = useRef((_: string) => {})
  press.current = (key) => {
    if (give.isRunning) return
    const typed = scores.find((one) => String(one) === key)
    if (typed) setScore(typed)
    else if (key === 'p') void give.run({ verdict: 'pass' })
    else if (key === 'f') void give.run({ verdict: 'fail' })
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
      <StylePicture
        of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
        size="tile"
        isButton
      />
      <p>
        {row.category} · {row.supplier_id} {row.price ? `· ${money(row.price)}` : null} ·{' '}
        {t('Until {{day}}', { day: day(row.deadline) })}
      </p>
      <fieldset style={{ border: 0, padding: 0 }}>
        <legend className="muted">{t('Score')}</legend>
        {scores.map((one) => (
          <Button
            key={one}
            text={String(one)}
            active={one === score}
            aria-pressed={one === score}
            onClick={() => setScore(one)}
          />
        ))}
      </fieldset>
      <RemarkField label={t('Remark')} value={remark} onChange={setRemark} />
      <Button
        intent="success"
        text={t('Pass')}
        loading={give.isRunning}
        onClick={() => void give.run({ verdict: 'pass' })}
      />{' '}
      <Button
        intent="danger"
        text={t('Fail')}
        loading={give.isRunning}
        onClick={() => void give.run({ verdict: 'fail' })}
      />
    </Section>
  )
}
