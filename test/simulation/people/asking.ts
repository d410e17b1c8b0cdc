import { fieldsOf } from '../../../src/main/requests/view.ts';
import { until, type Act } from './wanting.ts';

/** A hold is placed, and one is perhaps changed or cancelled. */
export const hold: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const barcode = chance.pick(desk.cast.items);
  const fields = { ...fieldsOf({}), pickupLibrary: 'MAIN', comment: `for ${chance.below(1000)}` };
  const wish = desk.wish(`hold ${barcode} for ${userId}`);
  await until(desk, chance, () =>
    desk.command(
      wish,
      'requests.place',
      (intent) => ({ intent, userId, type: 'HOLD', on: { kind: 'item', barcode }, fields }),
      chance,
    ),
  );
};

export const changeHold: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const list = await desk.ask('requests.list', { userId });
  if (!list.ok || list.value.requests.length === 0) return hold(desk, chance);
  const { requestId, fields: seen } = chance.pick(list.value.requests);
  if (chance.happens(0.5)) {
    const wish = desk.wish(`cancel request ${requestId}`);
    const given = { userId, requestId, reason: 'PatronNotInterested', note: '' };
    await until(desk, chance, () =>
      desk.command(wish, 'requests.cancel', (intent) => ({ intent, ...given }), chance),
    );
    return;
  }
  const fields = { ...seen, comment: `for ${chance.below(1000)}` };
  const wish = desk.wish(`change request ${requestId} of ${userId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'requests.update', (intent) => ({ intent, userId, requestId, seen, fields }), chance),
  );
};

/** A patron wants the library to buy something. */
export const purchase: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const form = {
    title: `Wanted ${chance.below(1_000_000)}`,
    author: 'Fadiman',
    isbn: '',
    issn: '',
    publisher: '',
    publication_year: '',
    mms_id: '',
    citation_type: 'BOOK',
    format: 'PHYSICAL',
    owner: 'MAIN',
  };
  const wish = desk.wish(`purchase ${form.title}`);
  await until(desk, chance, () =>
    desk.command(wish, 'purchases.create', (intent) => ({ intent, userId, form }), chance),
  );
  if (chance.happens(0.5)) return;
  const list = await desk.ask('purchases.list', { userId });
  if (!list.ok || list.value.requests.length === 0) return;
  const { requestId } = chance.pick(list.value.requests);
  const cancel = desk.wish(`cancel purchase ${requestId}`);
  await until(desk, chance, () =>
    desk.command(cancel, 'purchases.cancel', (intent) => ({ intent, userId, requestId }), chance),
  );
};

const nothing = {
  title: '',
  journal_title: '',
  author: '',
  year: '',
  publisher: '',
  edition: '',
  volume: '',
  issue: '',
  pages: '',
  isbn: '',
  issn: '',
  doi: '',
  pmid: '',
  oclc_number: '',
  mms_id: '',
};

/** Something is borrowed elsewhere for a patron; what it cost is written down, or it is cancelled. */
export const share: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const form = {
    citation: { ...nothing, title: `Ficciones ${chance.below(1_000_000)}`, author: 'Borges' },
    citation_type: 'BK',
    format: 'PHYSICAL',
    owner: 'MAIN',
    pickup_location: 'SCI',
    level_of_service: '',
    last_interest_date: '',
    willing_to_pay: true,
    note: '',
    agree_to_copyright_terms: true,
  };
  const wish = desk.wish(`borrow elsewhere ${form.citation.title}`);
  await until(desk, chance, () =>
    desk.command(
      wish,
      'sharing.create',
      (intent) => ({ intent, userId, form, overrideBlocks: false }),
      chance,
    ),
  );
  const list = await desk.ask('sharing.list', { userId, also: [] });
  if (!list.ok || list.value.requests.length === 0 || chance.happens(0.4)) return;
  const { requestId } = chance.pick(list.value.requests);
  if (chance.happens(0.5)) {
    const cost = `${1 + chance.below(90)}.00`;
    const ship = desk.wish(`shipping ${cost} of ${requestId}`);
    await until(desk, chance, () =>
      desk.command(
        ship,
        'sharing.setShipping',
        (intent) => ({ intent, userId, requestId, cost, fund: '' }),
        chance,
      ),
    );
    return;
  }
  const given = { userId, requestId, reason: '', note: '', remove: false, notify: false };
  const cancel = desk.wish(`cancel borrowing ${requestId}`);
  await until(desk, chance, () =>
    desk.command(cancel, 'sharing.cancel', (intent) => ({ intent, ...given }), chance),
  );
};
