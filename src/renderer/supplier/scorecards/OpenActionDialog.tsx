import { useState } from 'react'
import { z } from 'zod'
import { type AboutKind, aboutWords } from '../../../shared/areas/corrective-actions/rules.ts'
import { addDays, dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, DayField, RemarkField, reasonWords, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'

/** What it is about, chosen elsewhere; `shown` is what people know it by. */
export interface AboutGiven {
  kind: AboutKind
  code: string
  shown: string
}

interface OpenActionDialogProps extends DialogTurn {
  supplier?: { id: string; name: string }
  about?: AboutGiven
  onDone?: (number: string) => void
}

const usualDays = 7

const form = z
  .object({
    supplier: wantedText(key('Please choose a vendor.')),
    title: wantedText(key('Please say in a few words what it is about.')),
    wrong: wantedText(key('Please say what is wrong.')),
    due_on: wantedText(key('Please choose a day.')),
    owner: z.string(),
    kind: z.enum(['', 'order', 'shipment', 'box', 'reason', 'lot', 'discrepancy']),
    code: z.string().trim(),
  })
  .refine(({ kind, code }) => kind === '' || code !== '', { error: key('Please say which.'), path: ['code'] })

/** Kinds that are typed; a lot or a discrepancy is chosen where it stands. */
const typedKinds = ['order', 'shipment', 'box', 'reason'] as const

/** Asks a vendor for a corrective action. */
export function OpenActionDialog({ supplier, about, onDone, ...turn }: OpenActionDialogProps) {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const today = dayIn(vendorZone, new Date())
  const [begins] = useState(() => ({
    ...{ supplier: supplier?.id ?? '', title: '', wrong: '', due_on: addDays(today, usualDays), owner: '' },
    ...{ kind: about?.kind ?? ('' as const), code: about?.code ?? '' },
  }))
  const sent = useSentForm(form, begins, {
    draft: `corrective-action.${[supplier?.id, about?.kind, about?.code].filter(Boolean).join('.') || 'new'}`,
    what: t('Ask for a corrective action'),
    send: ({ supplier: supplier_id, owner, kind, code, ...rest }, options) =>
      api.correctiveActions.openCorrectiveAction(
        { supplier_id, ...rest, owner_id: owner || null, about: kind === '' ? null : { kind, code } },
        options,
      ),
    refresh: ['correctiveActions', 'scorecards', 'home'],
    after: ({ data }) => {
      onDone?.(data.action.number)
      turn.onClose()
    },
  })
  const { values } = sent
  const owners = useAnswer(
    'correctiveActions.correctiveOwners',
    { supplier_id: values.supplier },
    { enabled: values.supplier !== '' },
  )
  return (
    <Modal {...turn} title={t('Ask for a corrective action')} width={560} isTyped>
      <form noValidate onSubmit={sent.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Send to the vendor'), isRunning: sent.isSending }}>
          {supplier ? (
            <p>{supplier.name}</p>
          ) : (
            <ChoiceField
              {...sent.field('supplier')}
              label={t('Supplier')}
              choices={[['', t('Choose a vendor')], ...suppliers.map(({ value, label }) => [value, label] as const)]}
            />
          )}
          <TextField {...sent.field('title')} label={t('Title')} maxLength={120} />
          <RemarkField {...sent.field('wrong')} label={t('What is wrong')} maxLength={2_000} />
          <DayField {...sent.field('due_on')} label={t('Due date')} min={today} />
          <ChoiceField
            {...sent.field('owner')}
            label={t('To be answered by')}
            choices={[
              ['', t('Anybody of the vendor')],
              ...(owners.data?.people.map(({ id, name }) => [id, name] as const) ?? []),
            ]}
          />
          {about ? (
            <p className="muted">
              {t('About')}: {t(aboutWords[about.kind])} <span className="code">{about.shown}</span>
            </p>
          ) : (
            <>
              <ChoiceField
                {...sent.field('kind')}
                label={t('About')}
                choices={[
                  ['', t('Nothing in particular')],
                  ...typedKinds.map((kind) => [kind, t(aboutWords[kind])] as const),
                ]}
              />
              {values.kind === 'reason' ? (
                <ChoiceField
                  {...sent.field('code')}
                  label={t('Defect reason')}
                  choices={Object.entries(reasonWords).map(([reason, words]) => [reason, t(words)] as const)}
                />
              ) : values.kind === '' ? null : (
                <TextField {...sent.field('code')} label={t('Scan or type its code')} maxLength={60} />
              )}
            </>
          )}
        </DialogParts>
      </form>
    </Modal>
  )
}
