import { Checkbox } from '@blueprintjs/core'
import { z } from 'zod'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DayField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useLocale } from '../../table/words.ts'
import './reviews.css'

/** Buyers usually have so long. */
const USUAL_MILLIS = 7 * 86_400_000

/** Whether a style may be put before its buyers, for the first time or with another deadline. */
export const maySee = ({ status }: Pick<CatalogueRow, 'status'>): boolean =>
  status === 'Assortment Passed' || status === 'Buyer Review Pending'

interface OpenReviewsProps extends DialogTurn {
  rows: readonly CatalogueRow[]
  onDone?: () => void
}

const reviewShape = z.object({ deadline: z.string(), responsible: z.string(), reviewers: z.array(z.string()) })

/** Puts styles before buyers: by when, who decides, and who judges. Of a style that is before them already it changes these. */
export function OpenReviewsDialog({ rows, onDone, ...turn }: OpenReviewsProps) {
  const { t, plural } = useLocale()
  const begins = { deadline: dayIn(vendorZone, new Date(Date.now() + USUAL_MILLIS)), responsible: '', reviewers: [] }
  const asked = useTyped(
    `open-reviews.${draftOfAll(rows.map(({ catalogue_id }) => catalogue_id))}`,
    reviewShape,
    begins,
  )
  const { deadline, responsible, reviewers } = asked.value
  const answer = useAnswer('buyerReviews.getReviewers', {})
  const go = rows.filter(maySee)
  const again = go.filter(({ status }) => status === 'Buyer Review Pending').length
  const left = rows.length - go.length
  const open = useAction(
    (_: undefined, options) =>
      api.buyerReviews.openReviews(
        {
          ...{ catalogue_ids: go.map(({ catalogue_id }) => catalogue_id), responsible, deadline },
          reviewers: reviewers.filter((email) => email !== responsible),
        },
        options,
      ),
    {
      done: () => plural(go.length, '1 style is before its buyers.', '{{n}} styles are before their buyers.'),
      ...{ refresh: ['catalogue', 'buyerReviews', 'assortments'], looksAgain: true },
    },
  )
  const send = async () => {
    if (!(await open.run(undefined))) return
    asked.reset()
    onDone?.()
    turn.onClose()
  }
  const choose = (email: string, isChosen: boolean) =>
    asked.change((now) => ({
      ...now,
      reviewers: isChosen ? [...now.reviewers, email] : now.reviewers.filter((one) => one !== email),
    }))
  return (
    <Modal
      {...turn}
      title={plural(go.length, 'Put 1 style before buyers', 'Put {{n}} styles before buyers')}
      width={480}
      isTyped
    >
      <DialogParts
        onCancel={turn.onClose}
        step={{
          ...{ text: t('Open the review'), run: () => void send(), isRunning: open.isRunning },
          isOff: go.length === 0 || responsible === '' || deadline === '',
        }}
      >
        {left > 0 ? (
          <p className="muted">
            {plural(
              left,
              '1 style has not passed its assortment: it stays.',
              '{{n}} styles have not passed their assortment: they stay.',
            )}
          </p>
        ) : null}
        {again > 0 ? (
          <p className="muted">
            {plural(
              again,
              '1 style is before buyers already: this takes the place of what was said.',
              '{{n}} styles are before buyers already: this takes the place of what was said.',
            )}
          </p>
        ) : null}
        <DayField
          label={t('Judged and decided by')}
          value={deadline}
          min={dayIn(vendorZone, new Date())}
          onChange={(day) => asked.change((now) => ({ ...now, deadline: day }))}
        />
        <Loaded answer={answer} rows={3}>
          {({ people }) => (
            <>
              <ChoiceField
                label={t('Who decides')}
                value={responsible}
                onChange={(email) => asked.change((now) => ({ ...now, responsible: email }))}
                choices={[
                  ['', t('Choose somebody')] as const,
                  ...people.map(({ email, name }) => [email, name] as const),
                ]}
              />
              <fieldset className="field review-people">
                <legend className="field-label">{t('Who judges')}</legend>
                {people
                  .filter(({ email }) => email !== responsible)
                  .map(({ email, name }) => (
                    <Checkbox
                      key={email}
                      label={name}
                      title={email}
                      checked={reviewers.includes(email)}
                      onChange={({ currentTarget }) => choose(email, currentTarget.checked)}
                    />
                  ))}
                <p className="field-hint">
                  {reviewers.length === 0
                    ? t('Nobody chosen: every buyer may judge.')
                    : t('Only those chosen and the one who decides may judge.')}
                </p>
              </fieldset>
            </>
          )}
        </Loaded>
      </DialogParts>
    </Modal>
  )
}
