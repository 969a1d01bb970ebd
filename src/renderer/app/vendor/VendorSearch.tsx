import { hasRight } from '../../../shared/areas.ts'
import './vendor.css'
import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Cross } from '@blueprintjs/icons'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useNamed } from '../../i18n/formats.ts'
import { SearchChoices } from '../../kit/SearchChoices.tsx'
import type { User } from '../../session/session.ts'

/** For those who see every vendor's rows: of which vendor the lists are, carried from list to list until it is cleared. */
export function VendorSearch({ user }: { user: User }) {
  return hasRight(user, 'vendorDesk') && !isBoundToVendor(user) ? <VendorChooser /> : null
}

function VendorChooser() {
  const { t } = useTranslation()
  const named = useNamed()
  const [code, choose] = useChosenVendor()
  const [isOpen, setOpen] = useState(false)
  const { data } = useAnswer('data.getVendors', { search: code }, { enabled: code !== '' })
  const vendor = data?.vendors.find(({ id }) => id === code)
  const name = code === '' ? t('All suppliers') : vendor ? named(vendor.name, vendor.name_zh) : code
  const pick = (chosen: string) => {
    setOpen(false)
    choose(chosen)
  }
  return (
    <span className="vendor-search">
      <PopoverNext
        isOpen={isOpen}
        onInteraction={setOpen}
        content={<VendorChoices chosen={code} onChoose={pick} />}
        placement="bottom-end"
        animation="minimal"
        arrow={false}
      >
        <Button
          className={`vendor-open${code === '' ? '' : ' is-on'}`}
          aria-label={`${t('Supplier')}: ${name}`}
          title={code === '' ? t('Show one vendor only') : `${name} (${code})`}
          endIcon={<CaretDown size={12} />}
        >
          {name}
        </Button>
      </PopoverNext>
      {code === '' ? null : (
        <Button
          variant="minimal"
          icon={<Cross size={14} />}
          aria-label={t('Show all vendors')}
          title={t('Show all vendors')}
          onClick={() => choose('')}
        />
      )}
    </span>
  )
}

/** More than anybody reads: the next letter narrows it. */
const most = 50

interface VendorChoicesProps {
  chosen: string
  onChoose: (code: string) => void
}

/** A field for a part of a vendor's name, Chinese name or code, and what fits under it. */
export function VendorChoices({ chosen, onChoose }: VendorChoicesProps) {
  const { t } = useTranslation()
  const say = useSay()
  const named = useNamed()
  const [search, setSearch] = useState('')
  const answer = useAnswer('data.getVendors', search === '' ? {} : { search })
  const vendors = answer.data?.vendors.slice(0, most) ?? []
  const options = [
    ...(search === '' ? [{ id: '', label: t('All suppliers'), code: '' }] : []),
    ...vendors.map(({ id, name, name_zh }) => ({ id, label: named(name, name_zh), code: id })),
  ]
  return (
    <SearchChoices
      label={t('Supplier')}
      placeholder={t('Vendor name or code')}
      {...{ options, chosen, search, onChoose }}
      isLoaded={answer.data !== undefined}
      problem={answer.isError ? say.problem(answer.error) : null}
      onSearch={setSearch}
    />
  )
}

/** The word of every list's address that says of which vendor it is. */
const WORD = 'supplier'

/** The vendor that the address is about, by code; empty for all. The address is the truth: a list's own filter changes it too. */
export function useChosenVendor(): [code: string, choose: (code: string) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = useCallback(
    (code: string) => {
      const next = new URLSearchParams(search)
      if (code === '') next.delete(WORD)
      else next.set(WORD, code)
      // What is open in a drawer may be another vendor's.
      for (const open of ['order', 'shipment']) next.delete(open)
      setSearch(next)
    },
    [search, setSearch],
  )
  return [search.get(WORD)?.trim() ?? '', choose]
}

/** A screen's address that goes on with the vendor chosen now, for the menu. */
export function withVendor(path: string, code: string): string {
  return code === '' ? path : `${path}?${new URLSearchParams({ [WORD]: code })}`
}
