import './price-negotiations.css'
import { Button } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DecimalField, RemarkField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { StyleChooser, typedPrice, yuan } from './PriceFields.tsx'
import { ProofChooser, useAttachProof } from './Proofs.tsx'

const style = z.string().min(1, key('Please choose a style.'))
const asked = z.object({ style, price: typedPrice, reason: z.string().trim().max(500) })

/** A price for a style: the vendor's or the company's first word. */
export function AskDialog({ onDone, ...turn }: DialogTurn & { onDone: (negotiation: string) => void }) {
  const { t } = useLocale()
  const form = useSentForm(
    asked,
    { style: '', price: '', reason: '' },
    {
      draft: 'price-negotiation.ask',
      what: t('Price negotiation'),
      send: ({ style, price, reason }, options) =>
        api.priceNegotiations.updatePriceNegotiationDetails(
          { items: [{ style_id: style, move: 'ask', price: yuan(price), reason }] },
          options,
        ),
      refresh: ['priceNegotiations'],
      after: ({ data }) => {
        turn.onClose()
        onDone(data.rows[0]?.negotiation ?? '')
      },
    },
  )
  return (
    <Modal {...turn} title={t('Ask a price')} width={520} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Ask'), isRunning: form.isSending }}>
          <ChosenStyle form={form} />
          <DecimalField {...form.field('price')} label={t('Price (CNY)')} maxLength={9} />
          <RemarkField {...form.field('reason')} label={t('Why')} />
        </DialogParts>
      </form>
    </Modal>
  )
}

interface StyleForm {
  values: { style: string }
  change: (values: { style: string }) => void
  problem: (name: 'style') => string | null
}

/** The style that was chosen, and the way to another. */
function ChosenStyle({ form }: { form: StyleForm }) {
  const { t } = useLocale()
  const { style: chosen } = form.values
  if (chosen === '')
    return <StyleChooser chosen="" problem={form.problem('style')} onChoose={(id) => form.change({ style: id })} />
  return (
    <div className="price-chosen">
      <span className="code">{chosen}</span>
      <Button size="small" text={t('Another style')} onClick={() => form.change({ style: '' })} />
    </div>
  )
}

const asSeen = (row: NegotiationRow | null) => row && { negotiation: row.negotiation, version: row.version }

const entered = z.object({
  style,
  price: typedPrice,
  proof: z.string().trim().min(1, key('Please say where this was agreed.')).max(500),
})

/** The open negotiation of a style; null where there is none, undefined until that is known. */
function useOpenNegotiation(styleId: string): NegotiationRow | null | undefined {
  const asked = { search: styleId, page_size: 500 }
  const { data } = useAnswer('priceNegotiations.getPriceNegotiationDetails', asked, { enabled: styleId !== '' })
  if (styleId === '' || data === undefined) return undefined
  return data.rows.find(({ style_id, state }) => style_id === styleId && state === 'OPEN') ?? null
}

/** What an entry ends, as its dialog shows it. */
function Ended({ open }: { open: NegotiationRow | null | undefined }) {
  const { t, money } = useLocale()
  if (open === undefined) return null
  const { negotiation: number, last_price } = open ?? {}
  const price = last_price ? money(last_price) : '–'
  return (
    <p>{open ? t('It ends {{number}}, where {{price}} stands.', { number, price }) : t('No negotiation is open.')}</p>
  )
}

/** An agreement that was made elsewhere, with where that was. */
export function EnterDialog({ onDone, ...turn }: DialogTurn & { onDone: (negotiation: string) => void }) {
  const { t } = useLocale()
  const [file, setFile] = useState<File | null>(null)
  const attach = useAttachProof()
  const seen = useRef<NegotiationRow | null>(null)
  const form = useSentForm(
    entered,
    { style: '', price: '', proof: '' },
    {
      draft: 'price-negotiation.entered',
      what: t('Price negotiation'),
      send: ({ style, price, proof }, options) =>
        api.priceNegotiations.manualPriceNegotiationEntry(
          { style_id: style, price: yuan(price), proof, ends: asSeen(seen.current) },
          options,
        ),
      refresh: ['priceNegotiations', 'orders'],
      looksAgain: true,
      // What is entered stays entered where the file is refused: it can be attached again there.
      after: async ({ data }) => {
        const negotiation = data.rows[0]?.negotiation ?? ''
        if (file) await attach.run({ negotiation, file })
        turn.onClose()
        onDone(negotiation)
      },
    },
  )
  const open = useOpenNegotiation(form.values.style)
  seen.current = open ?? null
  const isUnknown = form.values.style !== '' && open === undefined
  return (
    <Modal {...turn} title={t('Enter an agreement')} width={520} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Enter it'), isRunning: form.isSending, isOff: isUnknown }}
        >
          <p className="muted">
            {t(
              'It ends the open negotiation of the style, and becomes the price of its orders that are not invoiced yet.',
            )}
          </p>
          <ChosenStyle form={form} />
          <Ended open={open} />
          <DecimalField {...form.field('price')} label={t('Price (CNY)')} maxLength={9} />
          <TextField
            {...form.field('proof')}
            label={t('Where it was agreed')}
            hint={t('A message, a meeting. The vendor sees neither this nor the file.')}
            maxLength={500}
          />
          <ProofChooser label={t('Choose a proof…')} chosen={file} onFile={setFile} />
        </DialogParts>
      </form>
    </Modal>
  )
}
