// Calls functions of every form. Prints, for each call, how V8 names the frame and where it is.
const frames = [];
function at() {
  const line = new Error().stack.split('\n')[2].trim();
  const match = /^at (?:(.*) \()?[^()]*:(\d+):(\d+)\)?$/.exec(line);
  frames.push({ name: match[1] ?? null, line: Number(match[2]), column: Number(match[3]) });
}
const first = (...values) => values[0];
const call = (run) => run();
const flag = 1;

// Declarations and expressions.
function declared() {
  at();
}
declared();
const arrow = () => {
  at();
};
arrow();
const expression = function () {
  at();
};
expression();
const named = function inner() {
  at();
};
named();
let assigned;
assigned = () => {
  at();
};
assigned();
let logical;
logical ??= () => {
  at();
};
logical();
var left, right;
left = right = function () {
  at();
};
left();
const generator = function* () {
  at();
  yield 1;
};
generator().next();
const asynchronous = async () => {
  at();
};
asynchronous();
const immediate = (function () {
  at();
  return 1;
})();
(() => {
  at();
})();
(function self() {
  at();
})();
const conditional = flag
  ? () => {
      at();
    }
  : null;
conditional();
const fallback =
  null ||
  function () {
    at();
  };
fallback();
const sequence =
  (0,
  function () {
    at();
  });
sequence();
const list = [
  () => {
    at();
  },
];
list[0]();
const passed = first(() => {
  at();
});
passed();
call(() => {
  at();
});
call(function () {
  at();
});
call(function given() {
  at();
});
[1].forEach(() => {
  at();
});
const returned = () => () => {
  at();
};
returned()();
const bound = declared.bind(null);
bound();
function tag() {
  at();
}
tag`text`;
for (const each of [
  function () {
    at();
  },
])
  each();
const template = `${call(() => {
  at();
})}`;

// Parameters.
function withDefault(
  callback = () => {
    at();
  },
  {
    option = () => {
      at();
    },
  } = {},
) {
  callback();
  option();
}
withDefault();
function inDefault(value = at()) {}
inDefault();
const {
  missing = () => {
    at();
  },
} = {};
missing();
const {
  missing: renamed = function () {
    at();
  },
} = {};
renamed();
const [
  element = () => {
    at();
  },
] = [];
element();

// Objects.
const cart = {
  pay() {
    at();
  },
  refund: function () {
    at();
  },
  cancel: () => {
    at();
  },
  get total() {
    at();
    return 1;
  },
  set total(value) {
    at();
  },
  'quoted-key'() {
    at();
  },
  12() {
    at();
  },
  ['literal']() {
    at();
  },
  [`template`]() {
    at();
  },
  ['com' + 'puted']() {
    at();
  },
  [Symbol.iterator]() {
    at();
  },
  async later() {
    at();
  },
  *each() {
    at();
    yield 1;
  },
  nested: {
    deep() {
      at();
    },
    list: [
      () => {
        at();
      },
    ],
    choice: flag
      ? () => {
          at();
        }
      : 0,
  },
  declared,
};
cart.pay();
cart.refund();
cart.cancel();
cart.total;
cart.total = 2;
cart['quoted-key']();
cart[12]();
cart.literal();
cart.template();
cart.computed();
cart[Symbol.iterator]();
cart.later();
cart.each().next();
cart.nested.deep();
cart.nested.list[0]();
cart.nested.choice();
cart.declared();
const { pay, cancel } = cart;
pay();
cancel();
cart.added = function () {
  at();
};
cart.added();
cart.nested.added = () => {
  at();
};
cart.nested.added();
cart['indexed'] = function () {
  at();
};
cart.indexed();
exports.exported = function () {
  at();
};
exports.exported();
module.exports.arrow = () => {
  at();
};
module.exports.arrow();
cart.other = declared;
cart.other();
const options = {
  run: first(() => {
    at();
  }),
};
options.run();
first({
  inArgument() {
    at();
  },
}).inArgument();

// Classes.
class Shop {
  static shared = at();
  static {
    at();
  }
  value = at();
  field = () => {
    at();
  };
  plain = function () {
    at();
  };
  #hidden = () => {
    at();
  };
  static shortcut = () => {
    at();
  };
  list = [
    () => {
      at();
    },
  ];
  constructor() {
    at();
    this.own = () => {
      at();
    };
  }
  pay() {
    at();
    this.#secret();
    this.#hidden();
  }
  #secret() {
    at();
  }
  get total() {
    at();
    return 1;
  }
  set total(value) {
    at();
  }
  get #inner() {
    at();
    return 1;
  }
  readInner() {
    return this.#inner;
  }
  static create() {
    at();
    return new this();
  }
  static get only() {
    at();
    return 1;
  }
  async later() {
    at();
    await null;
    at();
  }
  *each() {
    at();
    yield 1;
  }
  ['com' + 'puted']() {
    at();
  }
  'quoted key'() {
    at();
  }
  assign() {
    this.late = () => {
      at();
    };
    this.late();
  }
  callback() {
    [1].forEach(() => {
      at();
    });
    const local = () => {
      at();
    };
    local();
  }
}
const shop = Shop.create();
shop.field();
shop.plain();
Shop.shortcut();
shop.list[0]();
shop.own();
shop.pay();
shop.total;
shop.total = 1;
shop.readInner();
Shop.only;
shop.later();
shop.each().next();
shop.computed();
shop['quoted key']();
shop.assign();
shop.callback();
const { field } = shop;
field();
class Outlet extends Shop {
  open() {
    at();
  }
}
new Outlet().open();
class Failure extends Error {
  constructor(message) {
    super(message);
    at();
  }
}
new Failure('x');
class Implicit {
  value = at();
}
new Implicit();
const Assigned = class {
  constructor() {
    at();
  }
  run() {
    at();
  }
};
new Assigned().run();
exports.Exported = class {
  constructor() {
    at();
  }
  run() {
    at();
  }
};
new exports.Exported().run();
const kinds = {
  Kind: class {
    run() {
      at();
    }
  },
};
new kinds.Kind().run();
class Outer {
  static Inner = class {
    run() {
      at();
    }
  };
}
new Outer.Inner().run();

// Functions as constructors.
function Order() {
  at();
  this.run = function () {
    at();
  };
  const that = this;
  that.other = () => {
    at();
  };
}
Order.prototype.submit = function () {
  at();
};
Order.open = function () {
  at();
};
const order = new Order();
order.run();
order.other();
order.submit();
Order.open();

// Callbacks of the runtime, and top-level code.
const emitter = new (require('node:events'))();
emitter.on('x', () => {
  at();
});
emitter.emit('x');
at();
setTimeout(function () {
  at();
}, 1);
setImmediate(() => {
  at();
});
process.nextTick(() => {
  at();
});
Promise.resolve().then(() => {
  at();
});
setTimeout(() => console.log(JSON.stringify(frames)), 20);
