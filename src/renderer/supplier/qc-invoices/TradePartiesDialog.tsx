import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { useRight } from '../use-right.ts'
import { PartyForm } from './PartyForm.tsx'
import { emptyParty, kindWords, type PartyDraft } from './party-draft.ts'
import type { Party } from './use-party-choices.ts'

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
  const { data, isError, error, reload } = useAnswer('house.tradeParties', {})
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
