import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addressText } from '../../../shared/kernel/languages.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import {
  checkField,
  choiceField,
  describedForm,
  FormFields,
  optionalText,
  textField,
  wantedText,
} from '../../forms/described.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import type { FormField } from '../../forms/useForm.ts'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'

/** Exporters and consignees of export documents: `const parties = useTradeParties(); … parties.open() … {parties.dialog}` */
export function useTradeParties() {
  return useDialog(TradePartiesDialog)
}

/** The list of parties, or one of them in a form. */
function TradePartiesDialog(turn: DialogTurn) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<PartyDraft | null>(null)
  const title = edited === null ? t('Trade parties') : edited.version ? t('Change party') : t('New party')
  return (
    <Modal {...turn} title={title} className="inv-parties" width={880} isTyped={edited !== null}>
      {edited === null ? (
        <PartyList onEdit={setEdited} onClose={turn.onClose} />
      ) : (
        <PartyForm first={edited} onDone={() => setEdited(null)} />
      )}
    </Modal>
  )
}

function PartyList({ onEdit, onClose }: { onEdit: (party: PartyDraft) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const mayChange = useRight('chinaInvoices')
  const parties = useAnswer('invoices.tradeParties', {})
  const fields = mayChange ? [...partyFields, changeField(onEdit)] : partyFields
  const none = <EmptyState title={t('No parties yet')} text={t('An invoice needs an exporter and a consignee.')} />
  return (
    <DialogParts
      onCancel={onClose}
      foot={
        mayChange ? (
          <Button
            icon={<Plus />}
            text={t('New party')}
            disabled={parties.data === undefined}
            onClick={() => onEdit(newParty(parties.data))}
          />
        ) : null
      }
    >
      <Loaded answer={parties} rows={4} empty={{ is: (data) => data.parties.length === 0, shows: none }}>
        {(data) => (
          <FieldTable label={t('Trade parties')} fields={fields} rows={data.parties} rowKey={(party) => party.code} />
        )}
      </Loaded>
      <p className="muted inv-parties-note">{t('Issued invoices keep the names and addresses that they said.')}</p>
    </DialogParts>
  )
}

const kindWords = { consignee: key('Consignee'), exporter: key('Exporter') } as const

const partyFields: readonly ShownField<Party>[] = [
  { id: 'code', header: key('Code'), kind: 'code', of: (party) => party.code },
  { id: 'kind', header: key('Kind'), of: (party, { t }) => t(kindWords[party.kind]) },
  { id: 'name', header: key('Company name'), hint: (party) => party.address, of: (party) => party.name },
  { id: 'country', header: key('Country'), of: (party) => party.country },
  {
    id: 'status',
    header: key('Status'),
    mark: (party) => (party.is_active ? undefined : 'muted'),
    of: (party, { t }) => (party.is_active ? t('Active') : t('Switched off')),
  },
]

const changeField = (onEdit: (party: PartyDraft) => void): ShownField<Party> => ({
  id: 'change',
  header: key('Change'),
  kind: 'end',
  isQuiet: true,
  of: (party, { t }) => (
    <Button
      size="small"
      variant="minimal"
      text={t('Change')}
      aria-label={`${t('Change')}, ${party.name}`}
      onClick={() =>
        onEdit({
          ...party,
          ...{ tax_id: party.tax_id ?? '', contact: party.contact ?? '' },
          ...{ payment_terms: party.payment_terms ?? '', bank: party.bank ?? '' },
        })
      }
    />
  ),
})

const party = describedForm({
  code: textField(key('Code'), 20, { reads: wantedText(key('Please enter a code.')) }),
  kind: choiceField(key('Kind'), kindWords),
  name: textField(key('Company name'), 200, { reads: wantedText(key('Please enter a name.')) }),
  address: textField(key('Postal address'), 500, { reads: wantedText(key('Please enter an address.')) }),
  country: textField(key('Country'), 2, {
    begins: 'IN',
    reads: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, key('Please enter the two letters of a country, for example CN or IN.')),
  }),
  tax_id: textField(key('Tax ID'), 60, { reads: optionalText() }),
  contact: textField(key('Contact'), 200, { reads: optionalText() }),
  payment_terms: textField(key('Payment terms'), 300, { reads: optionalText() }),
  bank: textField(key('Bank'), 500, { reads: optionalText() }),
  is_active: checkField(key('Offered for new papers')),
})

/** As it is typed, and as the call takes it; `version` of one that is there already. */
export const partyForm = party.schema.extend({ version: z.number().optional() })

type PartyDraft = z.input<typeof partyForm>

export const emptyParty: PartyDraft = party.empty

/** A new one begins as the company itself, unless it is among the parties already. */
export function newParty(
  known: Pick<CallData<'invoices.tradeParties'>, 'parties' | 'company'> | undefined,
): PartyDraft {
  const { name = '', ...company } = known?.company ?? {}
  const isThere = known?.parties.some((each) => each.name === name) ?? true
  return name === '' || isThere ? emptyParty : { ...emptyParty, name, ...company }
}

/** One party; its code and kind stay as they are once it is there, since documents name it by them. */
function PartyForm({ first, onDone }: { first: PartyDraft; onDone: () => void }) {
  const { t } = useTranslation()
  const form = useSentForm(partyForm, first, {
    draft: `trade-party.${first.version === undefined ? 'new' : first.code}`,
    what: t('Trade parties'),
    send: ({ version, ...typed }, options) =>
      api.invoices.saveTradeParty({ ...typed, ...(version !== undefined && { version }) }, options),
    done: () => t('Saved'),
    after: onDone,
  })
  const fixed = { disabled: first.version !== undefined }
  const exporterOnly = { isHidden: form.values.kind !== 'exporter' }
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onDone} cancel={t('Back')} step={{ text: t('Save'), isRunning: form.isSending }}>
        <div className="form-grid inv-party-form">
          <FormFields
            of={party}
            form={form}
            looks={{ code: fixed, kind: fixed, payment_terms: exporterOnly, bank: exporterOnly }}
          />
        </div>
      </DialogParts>
    </form>
  )
}

interface PartySelectProps extends FormField<string> {
  label: string
  parties: readonly Party[]
}

/** One of the active parties, by its code first: long names are alike in their first words. Its address stands below. */
export function PartySelect({ label, parties, value, onChange }: PartySelectProps) {
  const { t } = useTranslation()
  const chosen = parties.find(({ code }) => code === value)
  return (
    <ChoiceField
      {...{ label, value, onChange }}
      problem={parties.length === 0 ? t('None yet. Add one under Trade parties.') : null}
      hint={chosen ? addressText(chosen.address, chosen.country) : null}
      title={chosen?.name}
      choices={parties.map(({ code, name }) => [code, `${code} · ${name}`] as const)}
    />
  )
}

export type Party = CallData<'invoices.tradeParties'>['parties'][number]

/** Who may stand on new documents. */
export interface Parties {
  exporter: Party[]
  consignee: Party[]
}

/** The active parties, as they are asked for. */
export function usePartyChoices() {
  const { data, ...answer } = useAnswer('invoices.tradeParties', {})
  const of = (kind: Party['kind']) => (data?.parties ?? []).filter((party) => party.kind === kind && party.is_active)
  const parties: Parties = { exporter: of('exporter'), consignee: of('consignee') }
  return { ...answer, data: data && parties }
}
