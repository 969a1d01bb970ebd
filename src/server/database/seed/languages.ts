import type { Tx } from '../../http/call.ts'
import { userId } from './book.ts'
import { insertRows } from './insert-rows.ts'

/**
 * A further language that somebody has only begun, so that the demo shows how one grows. It is part of the demo and does not
 * ship: the words have not been read by a speaker of the trade.
 */
const hindi: Readonly<Record<string, string>> = {
  Save: 'सहेजें',
  Cancel: 'रद्द करें',
  Close: 'बंद करें',
  Undo: 'वापस लें',
  'Try again': 'फिर से कोशिश करें',
  'Sign in': 'साइन इन',
  'Sign out': 'साइन आउट',
  Email: 'ईमेल',
  Password: 'पासवर्ड',
  Language: 'भाषा',
  Languages: 'भाषाएँ',
  Theme: 'थीम',
  Menu: 'मेन्यू',
  Messages: 'संदेश',
  Connected: 'जुड़ा हुआ',
  'No connection': 'कनेक्शन नहीं है',
  Supplier: 'सप्लायर',
  'My Orders': 'मेरे ऑर्डर',
  'Shipment Management': 'शिपमेंट प्रबंधन',
  'Shipping Platform': 'शिपिंग प्लेटफ़ॉर्म',
  Order: 'ऑर्डर',
  Orders: 'ऑर्डर',
  Style: 'स्टाइल',
  Size: 'साइज़',
  Status: 'स्थिति',
  Quantities: 'मात्रा',
  Packed: 'पैक किया',
  Shipped: 'भेजा गया',
  Confirmed: 'पुष्ट',
  'Out of stock': 'स्टॉक में नहीं',
  'Order {{order_id}} confirmed.': 'ऑर्डर {{order_id}} की पुष्टि हुई।',
  '{{n}} pieces': '{{n}} पीस',
}

export async function tellLanguages(tx: Tx): Promise<void> {
  const by = userId('admin')
  await insertRows(tx, 'language', [{ code: 'hi', name: 'हिन्दी', created_by: by }])
  const words = Object.entries(hindi).map(([key, text]) => ({ language: 'hi', key, text, version: 1, updated_by: by }))
  await insertRows(tx, 'translation', words)
}
