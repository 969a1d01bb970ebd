import { useState } from 'react'
import { mostVendorAccounts } from '../../../shared/areas/people/calls.ts'
import { isAddress, peopleMessages } from '../../../shared/areas/people/rules.ts'
import type { CallData, CallInput } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import type { SheetPlace } from '../../kit/quantities.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { TextSheet } from '../materials/TextSheet.tsx'
import { generatePassword } from './generate-password.ts'
import { type HandedOver, HandingOver } from './HandingOver.tsx'

type Vendor = CallData<'people.vendorsWithoutAccount'>['vendors'][number]
type VendorAccount = CallInput<'people.createVendorAccounts'>['accounts'][number]

/** Accounts for all vendors that have none, as a sheet of what their records say; the passwords are handed over as one file. */
export function VendorAccountsDialog(turn: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('people.vendorsWithoutAccount', {})
  return (
    <HandingOver
      {...turn}
      title={t('Accounts for vendors')}
      width={900}
      done={({ length }, { plural }) => plural(length, '1 account was made.', '{{n}} accounts were made.')}
    >
      {(onMade, onClose) => (
        <Loaded
          answer={answer}
          rows={6}
          empty={{
            is: ({ vendors }) => vendors.length === 0,
            shows: <EmptyState title={t('Every vendor that takes orders has an account')} />,
          }}
        >
          {({ vendors }) => <Wanted vendors={vendors} onMade={onMade} onClose={onClose} />}
        </Loaded>
      )}
    </HandingOver>
  )
}

const columns = [
  { key: 'name', label: key('Name'), width: 220 },
  { key: 'email', label: key('E-mail'), width: 300 },
] as const

interface WantedProps {
  vendors: readonly Vendor[]
  onMade: (accounts: readonly HandedOver[]) => void
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
    (accounts: readonly VendorAccount[], options) =>
      api.people.createVendorAccounts({ accounts: [...accounts] }, options),
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
