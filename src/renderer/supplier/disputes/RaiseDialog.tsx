import './disputes.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import {
  type DisputeCountry,
  type DisputedKind,
  disputableIn,
  disputedKinds,
  disputedWords,
  disputeReasonWords,
  LONGEST_DISPUTE_WORDS,
} from '../../../shared/areas/disputes/rules.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useWorkPhotos } from '../../photos/use-photo-uploads.ts'
import { useLocale } from '../../table/words.ts'
import { DisputePhotos } from './DisputePhotos.tsx'

export type Raising = 'accept' | 'dispute'
type Line = CallData<'disputes.getBoxDisputes'>['lines'][number]

interface RaiseDialogProps extends DialogTurn {
  answer: Raising
  sscc: string
  country: DisputeCountry
  lines: readonly Line[]
  /** SKUs of the note that it is opened from; the box's others are shown when they are asked for. */
  skus?: ReadonlySet<string> | undefined
}

const schema = z.object({
  reason: z.string(),
  words: wantedText(key('Please say it in words.')),
  pieces: z.record(z.string(), z.number().nullable()),
  image_ids: z.array(z.string()),
})

type Typed = Readonly<Record<string, number | null>>
const nameOf = (line: Pick<Line, 'nm_sku'>, kind: DisputedKind) => `${line.nm_sku} ${kind}`

/** A vendor accepts the result of its box in words, or disputes it: why, which pieces, what the photographs show. */
export function RaiseDialog({ answer, sscc, country, lines, skus, ...turn }: RaiseDialogProps) {
  const { t, plural } = useLocale()
  const [showsAll, setShowsAll] = useState(false)
  const { reasons, kinds } = disputableIn[country]
  const isDispute = answer === 'dispute'
  const title = isDispute ? t('Dispute the result of QC') : t('Accept the result of QC')
  const work = `dispute.${answer}.${country === 'china' ? sscc : `india.${sscc}`}`
  const photos = useWorkPhotos(work, true, 'photos')
  const sent = useSentForm(
    schema,
    { reason: '', words: '', pieces: {}, image_ids: [] },
    {
      ...{ draft: work, what: title, looksAgain: true },
      send: ({ reason, words, pieces, image_ids }, options) =>
        api.disputes.openDispute(
          {
            ...{ box_id: sscc, country, answer, words, image_ids },
            ...(isDispute && { reason: reasons.find((one) => one === reason) ?? null }),
            lines: isDispute ? disputed(lines, pieces) : [],
          },
          options,
        ),
      refresh: ['disputes', 'scorecards', 'home', 'qcBoxes', 'rejectedSkus'],
      after: () => {
        photos.drop()
        turn.onClose()
      },
    },
  )
  const { values } = sent
  const hasPieces = disputed(lines, values.pieces).length > 0
  const shown = lines.filter(
    ({ nm_sku }) =>
      showsAll || !skus || skus.has(nm_sku) || kinds.some((kind) => values.pieces[nameOf({ nm_sku }, kind)]),
  )
  const rest = lines.length - shown.length
  const isOver = lines.some((line) =>
    disputedKinds.some((kind) => (values.pieces[nameOf(line, kind)] ?? 0) > line[kind]),
  )
  return (
    <Modal {...turn} title={title} width={isDispute ? 860 : 560} isTyped>
      <form noValidate onSubmit={sent.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{
            text: isDispute ? t('Send the dispute') : t('Accept the result'),
            isRunning: sent.isSending,
            isOff:
              photos.state !== null ||
              (isDispute && (!hasPieces || isOver || !reasons.some((one) => one === values.reason))),
          }}
        >
          {isDispute ? (
            <>
              <ChoiceField
                {...sent.field('reason')}
                label={t('Why do you dispute it?')}
                choices={[
                  ['', t('Please choose')],
                  ...reasons.map((one) => [one, t(disputeReasonWords[one])] as const),
                ]}
              />
              <FieldTable
                className="plain-scroll"
                label={t('Pieces disputed')}
                fields={fieldsOf(kinds, values.pieces, (pieces) => sent.change({ pieces }))}
                rows={shown}
                rowKey={(line) => line.nm_sku}
              />
              {rest > 0 ? (
                <p className="dispute-actions">
                  {t('One dispute is about the whole box.')}
                  <Button
                    size="small"
                    text={plural(rest, 'Show 1 other SKU of the box', 'Show {{n}} other SKUs of the box')}
                    onClick={() => setShowsAll(true)}
                  />
                </p>
              ) : null}
            </>
          ) : (
            <p>{t('QC is told in your words. No piece and no price moves by it.')}</p>
          )}
          <RemarkField {...sent.field('words')} label={t('In your words')} maxLength={LONGEST_DISPUTE_WORDS} />
          <DisputePhotos work={work} ids={values.image_ids} onIds={(image_ids) => sent.change({ image_ids })} />
        </DialogParts>
      </form>
    </Modal>
  )
}

function disputed(lines: readonly Line[], typed: Typed) {
  return lines.flatMap((line) =>
    disputedKinds.flatMap((kind) => {
      const pieces = typed[nameOf(line, kind)] ?? 0
      return pieces > 0 ? [{ nm_sku: line.nm_sku, kind, pieces }] : []
    }),
  )
}

function fieldsOf(
  kinds: readonly DisputedKind[],
  typed: Typed,
  onType: (typed: Record<string, number | null>) => void,
): readonly ShownField<Line>[] {
  return [
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku },
    { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
    { id: 'size', header: key('Size'), of: (line) => line.size },
    ...kinds.map(
      (kind): ShownField<Line> => ({
        ...{ id: kind, header: disputedWords[kind], kind: 'end' },
        of: (line, { t, number }) =>
          line[kind] === 0 ? (
            <span className="muted">–</span>
          ) : (
            <>
              <QuantityInput
                value={typed[nameOf(line, kind)] ?? null}
                max={line[kind]}
                placeholder="0"
                label={`${t(disputedWords[kind])}, ${line.nm_sku}`}
                isInvalid={(typed[nameOf(line, kind)] ?? 0) > line[kind]}
                onChange={(pieces) => onType({ ...typed, [nameOf(line, kind)]: pieces })}
              />{' '}
              <span className="muted">{t('of {{n}}', { n: number(line[kind]) })}</span>
            </>
          ),
      }),
    ),
  ]
}
