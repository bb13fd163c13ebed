/**
 * What a sale's texts usually say, for the compression of texts so short: the service's answers, the body, the record
 * as find's answer was read. What is the most alike stands last. It is part of the format of every packed sale: a
 * change is a new dictionary with a number of its own, and the old one stays.
 */
const bodies = [
  '{"data":{"query":"","productId":"10000","customerQueryType":"1","customerDocumentType":"1","customerName":"","customerDocType":"CC","customerEmail":"@gmail.com","accountNumber":"","barcode":"","id_query":0,"reference":"","customerDocument":"","customerCellphone":"3","amount":"50000"}',
  '{"data":{"productId":"10000","customerCellphone":"3","amount":"5000"},"_channel":"WS","_version":"1.10.2","_id":"","_geolocation":null}',
  ',"amount":"10000","id_query":88000},"_channel":"WS","_version":"1.10.2","_id":"","_geolocation":{"lat":4.,"lon":-74.,"accuracy":,"commerceId":,"latitude":4.,"longitude":-74.},"_deviceId":""}',
]

const accepted = [
  '{"statusCode":200,"message":"Transacción en proceso","data":{"transactionId":""},"_channel":"WS"}',
  '{"statusCode":200,"message":"Transaction created successfully","data":{"transactionId":""},"_channel":"WS"}',
]

const colours = ['"#f59e0b"', '"#16a34a"', '"#dc2626"', '"#f2a900"', '"#d9534f"', '"#38b44a"']

const statuses = [
  '{"id":5,"name":"PARTIAL","color":""}',
  '{"id":4,"name":"PROCESSING","color":""}',
  '{"id":3,"name":"REJECTED","color":"#dc2626"}',
  '{"id":1,"name":"PENDING","color":"#f59e0b"}',
  '{"id":2,"name":"APPROVED","color":"#16a34a"}',
]

const found = (message: string, status: string, method: string, channel: string) =>
  `{"statusCode":200,"message":"${message}","data":{"Transaction":{"id":4180001,"amount":5000,"currency":"COP","costs":0,"prevBalance":5000000,"newBalance":4995000,"createdAt":"22/11/26 09:19","Product":{"id":10000,"name":""},"TransactionStatus":${status},"Person":{"document":"","cellphone":""},"PaymentMethod":${method}}},"_channel":"${channel}"}`

const records = ['/images/balance.svg', '/images/payment-methods/balance.png'].map(
  (image) =>
    `{"id":"4180001","amount":{"minor":500000,"currency":"COP"},"costs":{"minor":0,"currency":"COP"},"prevBalance":{"minor":500000000,"currency":"COP"},"newBalance":{"minor":499500000,"currency":"COP"},"createdAt":{"local":"2026-11-22T09:19:00","raw":"22/11/26 09:19"},"product":{"id":"10000","name":""},"status":"APPROVED","statusId":"2","statusName":"APPROVED","person":{"document":"","cellphone":""},"paymentMethod":{"id":"1","name":"Saldo","image":"${image}"}}`,
)

const events = [
  '[0,"prepared","PREPARED"],[12,"sending","SENDING"],[20,"outcome","ACCEPTED",10,200,20,1],[40,"lookup","PENDING",10,200,20,1],[3300,"lookup","APPROVED",10,200,20,1]],null]',
  '[2900,"lookup","APPROVED",210,200,-300,1],[12,"sending","SENDING"],[900,"outcome","ACCEPTED",210,200,-300,1],[2900,"lookup","APPROVED",210,200,-300,1]],null]',
]

const rare = [
  '{"code":"SERVICE_REFUSED","params":{"message":""}}{"code":"NETWORK"}{"code":"TIMEOUT"}{"code":"NO_RECORD"}',
  '{"statusCode":400,"message":"","error":"Bad Request","data":null}[borrado]',
  '{"as":"approved","state":"REVIEW","seen":true,"code":null,"at":,"reason":"","candidateId":null}',
  '"crash-recovery","UNKNOWN""note""closed""NOT_SENT""DECLINED""PARTIAL""REVIEW""PROCESSING""REJECTED"',
]

/** By its number, the first byte of a packed sale. */
export const packDictionaries: ReadonlyMap<number, string> = new Map([
  [
    1,
    [
      ...rare,
      ...colours,
      ...statuses,
      ...bodies,
      ...accepted,
      found(
        'Operación exitosa',
        '{"id":1,"name":"PENDING","color":"#f59e0b"}',
        '{"id":1,"image":"/images/balance.svg","name":"Saldo"}',
        '',
      ),
      found(
        'Success',
        '{"id":2,"name":"APPROVED","color":"#38b44a"}',
        '{"id":1,"image":"/images/payment-methods/balance.png","name":"Saldo"}',
        'web',
      ),
      ...records,
      ...events,
    ].join('\n'),
  ],
])

/** The one that is written with. */
export const newestDictionary = 1
