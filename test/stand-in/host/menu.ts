import { record } from './journal.ts';
import { loud, LoudEmitter, refuse } from './refuse.ts';
import { windows } from './windows.ts';

/** A menu entry, as far as something here reads it; the others are kept as they are. */
interface Options {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  submenu?: Options[] | Menu;
  checked?: boolean;
  click?: (item: unknown, window: unknown, event: object) => void;
}

interface Item extends Omit<Options, 'submenu' | 'click'> {
  submenu?: Menu | undefined;
  click: (event?: object) => void;
}

function createItem(options: Options): Item {
  const submenu = Array.isArray(options.submenu) ? Menu.buildFromTemplate(options.submenu) : options.submenu;
  const item: Item = {
    ...{ label: '', enabled: true, visible: true, checked: false },
    type: options.type ?? (submenu ? 'submenu' : 'normal'),
    ...options,
    submenu,
    click(event: object = {}): void {
      if (item.type === 'checkbox') item.checked = !item.checked;
      if (options.click) options.click(item, windows.focused(), event);
      else if (options.role) refuse(`the menu role ${options.role}`);
    },
  };
  return loud('MenuItem', item);
}

/** `Menu`: kept as data. Nothing is drawn and no accelerator fires; a test calls `item.click()`. */
export class Menu extends LoudEmitter {
  protected static override readonly events = new Set(['menu-will-show', 'menu-will-close']);
  static #application: Menu | null = null;
  readonly items: Item[] = [];

  append(item: Item): void {
    this.items.push(item);
  }
  popup(options: object = {}): void {
    record('menu.popup', this, options);
  }
  getMenuItemById(id: string): Item | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  static buildFromTemplate(template: Options[]): Menu {
    const menu = new Menu();
    for (const options of template) menu.append(createItem(options));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
}
