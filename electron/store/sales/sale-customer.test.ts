import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { customers } from '../migrations/20261121T1642-customers.ts'
import { customerKeys } from '../migrations/20261121T1812-customer-keys.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { keysOfCustomer } from './sale-customer.ts'

let journal: Journal
let db: Database
beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
})
afterEach(() => journal.close())

const pairs = z.array(z.tuple([z.string(), z.string()]))
const index = () =>
  pairs.parse(db.arrays('select key, sale_id from sale_person order by key, sale_id'))

describe('the index of customers', () => {
  it('holds what reference and phone do not tell, and nothing of a plain top-up', () => {
    journal.prepare(intentSample())
    expect(index()).toEqual([])
    const values = {
      customerCellphone: '3001234567',
      document: 'AB-12.345',
      bank: '7',
      amount: '5000',
    }
    journal.prepare(intentSample({ id: 'bill', draftId: 'd2', reference: '5 6789', values }))
    expect(index()).toEqual([['ab12345', 'bill']])
  })

  it('is filled for the sales of before as it is written since', () => {
    const values = { document: 'Peña-123', account: '76543210998', amount: '5000' }
    const tender = { kind: 'credit', name: 'Rosa Pérez' } as const
    const record = journal.prepare(intentSample({ values, tender }))
    const said = { kind: 'lookup', at: 2, error: null } as const
    journal.advance(record, { facts: record, transaction: transactionSample() }, said)
    journal.prepare(intentSample({ id: 'two', draftId: 'd2' }))
    const written = index()
    expect(written.map(([key]) => key)).toEqual(['76543210998', '79123456', 'pena123', 'rosaperez'])
    for (const table of ['sale_person', 'erasure_due', 'erasure_log', 'note_erasure']) {
      db.exec(`drop table ${table}`)
    }
    customers.up(db)
    expect(index()).toEqual(written)
    customerKeys.up(db)
    expect(index()).toEqual(written)
  })

  it('holds names of any length, and nothing that all who bought the same have', () => {
    const values = { operator: 'MOVISTAR', pack: '1001', account: 'pepe77', amount: '5000' }
    const impersonal = ['operator', 'pack']
    journal.prepare(intentSample({ values, impersonal, tender: { kind: 'credit', name: 'Ana' } }))
    const other = { id: 'two', draftId: 'd2', reference: '777', values: { ...values, account: '' } }
    journal.prepare(intentSample({ ...other, impersonal }))
    expect(index()).toEqual([
      ['ana', 'sale-0001'],
      ['pepe77', 'sale-0001'],
    ])
    expect(journal.personal.countOf('Ana', 0).sales).toBe(1)
    const written = index()
    // As the version before wrote it.
    db.exec(`delete from sale_person where key = 'ana';
      insert into sale_person values ('movistar', 'two'), ('1001', 'two'), ('movistar', 'sale-0001')`)
    customerKeys.up(db)
    expect(index()).toEqual(written)
  })
})

describe('the keys of a customer', () => {
  it('are those of a phone with and without what stands before it abroad', () => {
    for (const text of ['+57 300 123 4567', '0057-3001234567', '300.123.4567']) {
      expect(keysOfCustomer(text)).toContain('3001234567')
      expect(keysOfCustomer(text)).toContain('573001234567')
    }
    for (const text of ['+593 99 123 4567', '099 123 4567', '991234567']) {
      expect(keysOfCustomer(text)).toContain('0991234567')
      expect(keysOfCustomer(text)).toContain('593991234567')
    }
  })

  it('are not those of another who ends alike', () => {
    expect(keysOfCustomer('3001234567')).not.toContain('1234567')
    expect(keysOfCustomer('1234567')).not.toContain('3001234567')
    expect(keysOfCustomer('593')).toEqual([])
    expect(keysOfCustomer('12345678')).toEqual(['12345678'])
    expect(keysOfCustomer('5712345678')).toEqual(['5712345678'])
    expect(keysOfCustomer('171234567')).toEqual(['171234567', '0171234567'])
    expect(keysOfCustomer('0171234567')).toEqual(['0171234567', '171234567'])
    expect(keysOfCustomer('Luz')).toEqual(['luz'])
    expect(keysOfCustomer('Ana María')).toEqual(['anamaria'])
  })
})
