# SPDX-License-Identifier: MIT
"""python3 run.py FILE… [-- NAME…]: the tests of these files; of them, those with such names."""
import importlib.util, os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import server

args = sys.argv[1:]
names = args[args.index('--') + 1:] if '--' in args else []
for name in args[:args.index('--')] if '--' in args else args:
    spec = importlib.util.spec_from_file_location(name, os.path.join(os.path.dirname(os.path.abspath(__file__)), name + '.py'))
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
sys.exit(server.run(names))
