import './vendor.css'
import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Cross } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasRight } from '../../../shared/domain/rights.ts'
import { isBoundToVendor } from '../../../shared/domain/roles.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useNamed } from '../../i18n/named.ts'
import type { User } from '../session.ts'
import { useChosenVendor } from './chosen-vendor.ts'
import { VendorChoices } from './VendorChoices.tsx'

/** For those who see every vendor's rows: of which vendor the lists are, carried from list to list until it is cleared. */
export function VendorSearch({ user }: { user: User }) {
  return hasRight(user, 'vendorDesk') && !isBoundToVendor(user) ? <VendorChooser /> : null
}

function VendorChooser() {
  const { t } = useTranslation()
  const named = useNamed()
  const [code, choose] = useChosenVendor()
  const [isOpen, setOpen] = useState(false)
  const { data } = useAnswer('vendors.getVendors', { search: code }, { enabled: code !== '' })
  const vendor = data?.vendors.find(({ id }) => id === code)
  const name = code === '' ? t('All vendors') : vendor ? named(vendor.name, vendor.name_zh) : code
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
          aria-label={`${t('Vendor')}: ${name}`}
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
