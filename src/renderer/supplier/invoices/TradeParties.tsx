import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { type FormEvent as ReactFormEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressText } from '../../../shared/kernel/languages.ts'
import type { CallData, CallInput } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { TextField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { Field } from '../../people/Fields.tsx'
import { useRight } from '../../session/use-right.ts'

interface TradePartiesDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** The list of parties, or one of them in a form. */
export function TradePartiesDialog({ isOpen, onClose }: TradePartiesDialogProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<PartyDraft | null>(null)
  const title = edited === null ? t('Trade parties') : edited.version ? t('Change party') : t('New party')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      className="inv-parties"
      canOutsideClickClose={edited === null}
      transitionDuration={100}
    >
      {edited === null ? (
        <PartyList onEdit={setEdited} onClose={onClose} />
      ) : (
        <PartyForm first={edited} onDone={() => setEdited(null)} />
      )}
    </Dialog>
  )
}

function PartyList({ onEdit, onClose }: { onEdit: (party: PartyDraft) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const mayChange = useRight('chinaInvoices')
  return (
    <>
      <DialogBody>
        <PartyTable onEdit={mayChange ? onEdit : null} />
        <p className="muted inv-parties-note">{t('Issued invoices keep the names and addresses that they said.')}</p>
      </DialogBody>
      <DialogFooter actions={<Button text={t('Close')} onClick={onClose} />}>
        {mayChange ? <Button icon={<Plus />} text={t('New party')} onClick={() => onEdit(emptyParty)} /> : null}
      </DialogFooter>
    </>
  )
}

function PartyTable({ onEdit }: { onEdit: ((party: PartyDraft) => void) | null }) {
  const { t } = useTranslation()
  const say = useSay()
  const { data, isError, error, reload } = useAnswer('invoices.tradeParties', {})
  if (isError) return <FailedState text={say.problem(error)} onRetry={() => void reload()} />
  if (!data) return <LoadingRows rows={4} />
  if (data.parties.length === 0) {
    return <EmptyState title={t('No parties yet')} text={t('An invoice needs an exporter and a consignee.')} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="plain-scroll" tabIndex={0} aria-label={t('Trade parties')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Code')}</th>
            <th>{t('Kind')}</th>
            <th>{t('Company name')}</th>
            <th>{t('Country')}</th>
            <th>{t('Status')}</th>
            {onEdit ? (
              <th>
                <span className="sr-only">{t('Change')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {data.parties.map((party) => (
            <PartyRow key={party.code} party={party} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PartyRow({ party, onEdit }: { party: Party; onEdit: ((party: PartyDraft) => void) | null }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td className="code">{party.code}</td>
      <td>{t(kindWords[party.kind])}</td>
      <td title={party.address}>{party.name}</td>
      <td>{party.country}</td>
      <td className={party.is_active ? undefined : 'muted'}>{party.is_active ? t('Active') : t('Switched off')}</td>
      {onEdit ? (
        <td className="end">
          <Button
            size="small"
            variant="minimal"
            text={t('Change')}
            aria-label={`${t('Change')}, ${party.name}`}
            onClick={() => onEdit({ ...party, tax_id: party.tax_id ?? '', contact: party.contact ?? '' })}
          />
        </td>
      ) : null}
    </tr>
  )
}

type PartyText = 'code' | 'name' | 'address' | 'country' | 'tax_id' | 'contact'

/** One party; its code and kind stay as they are once it is there, since papers name it by them. */
export function PartyForm({ first, onDone }: { first: PartyDraft; onDone: () => void }) {
  const { t } = useTranslation()
  const [party, setParty] = useState(first)
  const [isTried, setTried] = useState(false)
  const isNew = first.version === undefined
  useUnsaved(party !== first, t('Trade parties'))
  const save = useAction((_: undefined, options) => api.invoices.saveTradeParty(partyInput(party), options), {
    what: t('Trade parties'),
    done: () => t('Saved'),
  })
  const problems = isTried ? partyProblems(party) : {}
  const change = (part: Partial<PartyDraft>) => setParty((now) => ({ ...now, ...part }))
  const send = async (event: ReactFormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(partyProblems(party)).length > 0) return
    if ((await save.run(undefined)) !== undefined) onDone()
  }
  const text = (label: string, field: PartyText, maxLength: number, disabled = false) => {
    const problem = problems[field]
    return (
      <TextField
        {...{ label, maxLength, disabled }}
        problem={problem ? t(problem) : null}
        value={party[field]}
        onChange={(value) => change({ [field]: value })}
      />
    )
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <DialogBody>
        <div className="inv-party-form">
          {text(t('Code'), 'code', 20, !isNew)}
          <Field label={t('Kind')}>
            {(ties) => (
              <select
                {...ties}
                className="text-field"
                value={party.kind}
                disabled={!isNew}
                onChange={({ target }) => change({ kind: target.value === 'exporter' ? 'exporter' : 'consignee' })}
              >
                <option value="consignee">{t(kindWords.consignee)}</option>
                <option value="exporter">{t(kindWords.exporter)}</option>
              </select>
            )}
          </Field>
          {text(t('Company name'), 'name', 200)}
          {text(t('Postal address'), 'address', 500)}
          {text(t('Country'), 'country', 2)}
          {text(t('Tax ID'), 'tax_id', 60)}
          {text(t('Contact'), 'contact', 200)}
          <label className="check-label inv-party-active">
            <input
              type="checkbox"
              checked={party.is_active}
              onChange={({ target }) => change({ is_active: target.checked })}
            />
            {t('Offered for new papers')}
          </label>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Back')} onClick={onDone} />
            <Button type="submit" intent="primary" text={t('Save')} loading={save.isRunning} />
          </>
        }
      />
    </form>
  )
}

interface PartySelectProps {
  label: string
  parties: readonly Party[]
  value: string
  onChange: (code: string) => void
}

/** One of the active parties, by its code first: long names are alike in their first words. Its address stands below. */
export function PartySelect({ label, parties, value, onChange }: PartySelectProps) {
  const { t } = useTranslation()
  const chosen = parties.find(({ code }) => code === value)
  return (
    <Field
      label={label}
      problem={parties.length === 0 ? t('None yet. Add one under Trade parties.') : null}
      hint={chosen ? addressText(chosen.address, chosen.country) : null}
    >
      {(ties) => (
        <select
          {...ties}
          className="text-field"
          title={chosen?.name}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {parties.map(({ code, name }) => (
            <option key={code} value={code}>
              {code} · {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A party as it is typed; `version` of one that is there already. */
export interface PartyDraft {
  code: string
  kind: 'exporter' | 'consignee'
  name: string
  address: string
  country: string
  tax_id: string
  contact: string
  is_active: boolean
  version?: number
}

export const emptyParty: PartyDraft = {
  code: '',
  kind: 'consignee',
  name: '',
  address: '',
  country: 'IN',
  tax_id: '',
  contact: '',
  is_active: true,
}

export const kindWords = { exporter: key('Exporter'), consignee: key('Consignee') } as const

/** What is wrong, by field; English, and the keys of their translations. */
export function partyProblems(party: PartyDraft): Partial<Record<keyof PartyDraft, string>> {
  return {
    ...(party.code.trim() === '' && { code: key('Please enter a code.') }),
    ...(party.name.trim() === '' && { name: key('Please enter a name.') }),
    ...(party.address.trim() === '' && { address: key('Please enter an address.') }),
    ...(!/^[A-Z]{2}$/.test(party.country.trim().toUpperCase()) && {
      country: key('Please enter the two letters of a country, for example CN or IN.'),
    }),
  }
}

export function partyInput(party: PartyDraft): CallInput<'invoices.saveTradeParty'> {
  return {
    code: party.code.trim(),
    kind: party.kind,
    name: party.name.trim(),
    address: party.address.trim(),
    country: party.country.trim().toUpperCase(),
    tax_id: party.tax_id.trim() || null,
    contact: party.contact.trim() || null,
    is_active: party.is_active,
    ...(party.version !== undefined && { version: party.version }),
  }
}

export type Party = CallData<'invoices.tradeParties'>['parties'][number]

/** Who may stand on new papers. */
export interface Parties {
  exporter: Party[]
  consignee: Party[]
}

export function usePartyChoices() {
  const { data, error } = useAnswer('invoices.tradeParties', {})
  const parties = useMemo<Parties | null>(() => {
    if (!data) return null
    const of = (kind: Party['kind']) => data.parties.filter((party) => party.kind === kind && party.is_active)
    return { exporter: of('exporter'), consignee: of('consignee') }
  }, [data])
  return { parties, error }
}

/** Exporters and consignees of export papers: `const parties = useTradeParties(); … parties.open() … {parties.dialog}` */
export function useTradeParties(): { open: () => void; dialog: ReactNode } {
  const [turn, setTurn] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setTurn((now) => now + 1)
    setOpen(true)
  }
  const dialog =
    turn === 0 ? null : <TradePartiesDialog key={`parties ${turn}`} isOpen={isOpen} onClose={() => setOpen(false)} />
  return { open, dialog }
}
