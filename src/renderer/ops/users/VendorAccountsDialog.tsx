import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { mostVendorAccounts } from '../../../shared/areas/people/calls.ts'
import { isAddress, peopleMessages } from '../../../shared/areas/people/rules.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api, fileCall } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import type { SheetPlace } from '../../kit/quantities.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'
import { TextSheet } from '../materials/TextSheet.tsx'
import { generatePassword } from './generate-password.ts'

type Vendor = CallData<'people.vendorsWithoutAccount'>['vendors'][number]
type Account = { vendor_id: string; name: string; email: string; password: string }

/** Accounts for all vendors that have none, as a sheet of what their records say; the passwords are handed over as one file. */
export function VendorAccountsDialog(turn: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('people.vendorsWithoutAccount', {})
  const [made, setMade] = useState<readonly Account[] | null>(null)
  const [isSaved, setSaved] = useState(false)
  const confirm = useConfirm()
  const close = async () => {
    const isMeant =
      made === null ||
      isSaved ||
      (await confirm.ask({
        title: t('Close without the passwords?'),
        text: t('Nobody can read them again: each account would have to be given a new one.'),
        confirm: t('Close without them'),
        isDangerous: true,
      }))
    if (isMeant) turn.onClose()
  }
  return (
    <Modal
      {...turn}
      onClose={() => void close()}
      title={t('Accounts for vendors')}
      className="vendor-accounts"
      width={900}
      isTyped
    >
      {confirm.dialog}
      {made ? (
        <Made accounts={made} onSaved={() => setSaved(true)} onClose={() => void close()} />
      ) : (
        <Loaded
          answer={answer}
          rows={6}
          empty={{
            is: ({ vendors }) => vendors.length === 0,
            shows: <EmptyState title={t('Every vendor that takes orders has an account')} />,
          }}
        >
          {({ vendors }) => <Wanted vendors={vendors} onMade={setMade} onClose={turn.onClose} />}
        </Loaded>
      )}
    </Modal>
  )
}

const columns = [
  { key: 'name', label: key('Name'), width: 220 },
  { key: 'email', label: key('E-mail'), width: 300 },
] as const

interface WantedProps {
  vendors: readonly Vendor[]
  onMade: (accounts: readonly Account[]) => void
  onClose: () => void
}

/** Each row is an account to be made; one without an e-mail is left for later. */
function Wanted({ vendors, onMade, onClose }: WantedProps) {
  const { t, name: nameIn, plural } = useLocale()
  const [typed, setTyped] = useState(() =>
    vendors.map((vendor) => ({ name: vendor.contact || nameIn(vendor.name, vendor.name_zh), email: vendor.email })),
  )
  const textAt = ({ row, column }: SheetPlace) => typed[row]?.[columns[column]?.key ?? 'name'] ?? ''
  const faultAt = (place: SheetPlace): string | null => {
    const { name, email } = typed[place.row] ?? { name: '', email: '' }
    if (email.trim() === '') return null
    if (columns[place.column]?.key === 'name') return name.trim() === '' ? t('Please enter a name.') : null
    if (!isAddress(email.trim())) return t(peopleMessages.address)
    const isTwice = typed.some((other, at) => at < place.row && isSame(other.email, email))
    return isTwice ? t(peopleMessages.emailTwice, { email: email.trim() }) : null
  }
  const wanted = typed.flatMap(({ name, email }, at) =>
    email.trim() === '' ? [] : [{ vendor_id: vendors[at]?.vendor_id ?? '', name: name.trim(), email: email.trim() }],
  )
  const isWrong = typed.some((_, row) => columns.some((_column, column) => faultAt({ row, column }) !== null))
  const make = useAction(
    (accounts: readonly Account[], options) => api.people.createVendorAccounts({ accounts: [...accounts] }, options),
    { done: () => null, refresh: ['people.getUsers', 'company.getFirstDay'] },
  )
  const run = async () => {
    const accounts = wanted.slice(0, mostVendorAccounts).map((one) => ({ ...one, password: generatePassword() }))
    if ((await make.run(accounts)) !== undefined) onMade(accounts)
  }
  const step = {
    text: plural(Math.min(wanted.length, mostVendorAccounts), 'Make 1 account', 'Make {{n}} accounts'),
    run,
    isOff: wanted.length === 0 || isWrong,
    isRunning: make.isRunning,
  }
  return (
    <DialogParts onCancel={onClose} step={step}>
      <p className="muted">
        {t(
          'Vendors that take orders and cannot sign in yet, with the contact of their records. Type or paste what is missing; a vendor without an e-mail is left for later.',
        )}
      </p>
      <ScrollPart className="vendor-accounts-sheet" label={t('Accounts for vendors')}>
        <TextSheet
          label={t('Accounts for vendors')}
          heads={[t('Vendor code'), t('Vendor')]}
          columns={columns.map((column) => ({ ...column, label: t(column.label) }))}
          rows={vendors.map((vendor) => ({
            key: vendor.vendor_id,
            heads: [vendor.vendor_id, nameIn(vendor.name, vendor.name_zh)],
            label: vendor.vendor_id,
          }))}
          textAt={textAt}
          onChange={(edits) =>
            setTyped((now) =>
              now.map((line, row) => ({
                ...line,
                ...Object.fromEntries(
                  edits.filter((edit) => edit.row === row).map(({ column, text }) => [columns[column]?.key, text]),
                ),
              })),
            )
          }
          faultAt={faultAt}
        />
      </ScrollPart>
    </DialogParts>
  )
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

interface MadeProps {
  accounts: readonly Account[]
  onSaved: () => void
  onClose: () => void
}

/** What was made, once: with this dialog the passwords are gone. */
function Made({ accounts, onSaved, onClose }: MadeProps) {
  const { t, plural } = useLocale()
  const { download, isDownloading } = useDownload()
  const file = fileCall(contract.people.vendorAccountsFile, { accounts: [...accounts] })
  return (
    <DialogParts onCancel={onClose}>
      <Callout tone="good">{plural(accounts.length, '1 account was made.', '{{n}} accounts were made.')}</Callout>
      <p>
        {t(
          'Save the file with their temporary passwords now: it is made only here, and nothing of it is kept. Each password is changed at the first sign-in.',
        )}
      </p>
      <Button
        autoFocus
        intent="primary"
        text={t('Save the passwords')}
        loading={isDownloading}
        onClick={async () => {
          if (await download(file, 'vendor_accounts.xlsx')) onSaved()
        }}
      />
    </DialogParts>
  )
}
